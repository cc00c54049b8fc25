/** What a generated query hook answers, as far as a list needs it. */
interface ListQuery<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly loading: boolean;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** A query as `ListPage` takes it: the latest page there is, so that old rows stay while new ones are on their way. */
export function listAnswer<Data, Page>(query: ListQuery<Data>, pageOf: (data: Data) => Page) {
  const latest = query.data ?? query.previousData;
  return {
    page: latest && pageOf(latest),
    /** Whether the page is not the one that was asked for, which could not be had. */
    stale: query.error !== undefined && query.data === undefined,
    loading: query.loading,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
