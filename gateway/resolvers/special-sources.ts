import { isConnection } from '#gateway/graph/connections.ts';
import type { PageInput, StartReportExportInput } from '#gateway/resolvers.generated.ts';
import type { Operation } from '#schema/rest/operation.ts';

interface SpecialSource {
  /** The arguments or input fields that the source reads, by their callers' names. */
  readonly uses: readonly string[];
  readonly read: (given: Readonly<Record<string, unknown>>) => unknown;
  /** Where the caller wrote what stands at a path below the value. */
  readonly placeOf: (given: Readonly<Record<string, unknown>>, below: readonly string[]) => readonly string[];
}

// By operation and by /api's name of the value.
const specialSources: Readonly<Record<string, Readonly<Record<string, SpecialSource>>>> = {
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

/** Of lists that are read by cursor too: `first` comes before `page.size`. */
const pageSize: SpecialSource = {
  uses: ['first', 'page.size'],
  read: ({ first, page }) => first ?? (page as PageInput | null | undefined)?.size,
  placeOf: ({ first }) => (typeof first === 'number' ? ['first'] : ['page', 'size']),
};

/** Where a value for /api comes from when it combines several values of GraphQL. */
export function specialSource(operation: Operation, name: string): SpecialSource | undefined {
  return name === 'PageSize' && isConnection(operation) ? pageSize : specialSources[operation.name]?.[name];
}
