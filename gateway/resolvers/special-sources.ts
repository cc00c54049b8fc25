import type { StartReportExportInput } from '#gateway/resolvers.generated.ts';

interface SpecialSource {
  /** The arguments or input fields that the source reads, by their callers' names. */
  readonly uses: readonly string[];
  readonly read: (given: Readonly<Record<string, unknown>>) => unknown;
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
    },
  },
};
