/** The part of a generated query hook's result that a list needs. */
interface ListQuery<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly loading: boolean;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** The answer that `ListPage` takes: the last loaded page, so that old rows stay while new rows load. */
export function listAnswer<Data, Page>(query: ListQuery<Data>, pageOf: (data: Data) => Page) {
  const latest = query.data ?? query.previousData;
  return {
    page: latest && pageOf(latest),
    /** True when the requested page failed to load, so that `page` is an older one. */
    stale: query.error !== undefined && query.data === undefined,
    loading: query.loading,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

interface Query<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly error?: unknown;
}

/** The answer of a query. While new variables load, the previous answer; after an error, nothing. */
export const latestData = <Data>({ data, previousData, error }: Query<Data>): Data | undefined =>
  data ?? (error ? undefined : previousData);
