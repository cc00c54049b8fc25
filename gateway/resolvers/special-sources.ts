import type { StartReportExportInput } from '#gateway/resolvers.generated.ts';

interface SpecialSource {
  /** The arguments or input fields that it reads, by their callers' names. */
  readonly uses: readonly string[];
  readonly read: (given: Readonly<Record<string, unknown>>) => unknown;
}

/** Values for /api that are more than one value of GraphQL, by operation and by the name that /api has for the value. */
export const specialSources: Readonly<Record<string, Readonly<Record<string, SpecialSource>>>> = {
  startReportExport: {
    // Each report has sort fields of its own; /api refuses those of the other report.
    SortCriteria: {
      uses: ['visitorSort', 'usageSort'],
      read: ({ input }) => {
        const { visitorSort, usageSort } = input as StartReportExportInput;
        return [...(visitorSort ?? []), ...(usageSort ?? [])];
      },
    },
  },
};
