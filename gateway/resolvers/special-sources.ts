import { isConnection } from '#gateway/graph/connections.ts';
import type { PageInput, StartReportExportInput } from '#gateway/resolvers.generated.ts';
import type { Operation } from '#schema/rest/operation.ts';

interface SpecialSource {
  /** The arguments or input fields that the source reads, by their callers' names. */
  readonly uses: readonly string[];
  readonly read: (given: Readonly<Record<string, unknown>>) => unknown;
  /** The caller's path to a value, for a path below the combined value. */
  readonly placeOf: (given: Readonly<Record<string, unknown>>, below: readonly string[]) => readonly string[];
}

// The sources by operation and by /api's name of the value.
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

/** The page size of lists with cursors: `first` takes precedence over `page.size`. */
const pageSize: SpecialSource = {
  uses: ['first', 'page.size'],
  read: ({ first, page }) => first ?? (page as PageInput | null | undefined)?.size,
  placeOf: ({ first }) => (typeof first === 'number' ? ['first'] : ['page', 'size']),
};

/** The source of a value for /api that combines several values of GraphQL. */
export function specialSource(operation: Operation, name: string): SpecialSource | undefined {
  return name === 'PageSize' && isConnection(operation) ? pageSize : specialSources[operation.name]?.[name];
}
