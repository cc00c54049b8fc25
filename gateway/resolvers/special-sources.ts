import type { StartReportExportInput } from '#gateway/resolvers.generated.ts';

interface SpecialSource {
  /** The arguments or input fields that the source reads, by their callers' names. */
  readonly uses: readonly string[];
  readonly read: (given: Readonly<Record<string, unknown>>) => unknown;
  /** Where the caller wrote what stands at a path below the value. */
  readonly placeOf: (given: Readonly<Record<string, unknown>>, below: readonly string[]) => readonly string[];
}

/** Values for /api that combine several values of GraphQL, by operation and by /api's name of the value. */
export const specialSources: Readonly<Record<string, Readonly<Record<string, SpecialSource>>>> = {
  startReportExport: {
    // Each report has its own sort fields; /api refuses those of the other report.
    SortCriteria: {
      uses: ['visitorSort', 'usageSort'],
      read: ({ input }) => {
        const { visitorSort, usageSort } = input as StartReportExportInput;
        return [...(visitorSort ?? []), ...(usageSort ?? [])];
      },
      placeOf: ({ input }, [place, ...below]) => {
        const { visitorSort } = input as StartReportExportInput;
        const visitors = visitorSort?.length ?? 0;
        if (place === undefined) return [visitors > 0 ? 'visitorSort' : 'usageSort'];
        const at = Number(place);
        return at < visitors ? ['visitorSort', place, ...below] : ['usageSort', String(at - visitors), ...below];
      },
    },
  },
};
