import { useEffect } from 'react';

/** The first page of a list that is needed whole; as long as a page may be. */
export const firstPage = { number: 1, size: 100 } as const;

interface WholeList {
  readonly page: { readonly items: readonly unknown[]; readonly totalCount: number } | undefined;
  readonly fetchMore: (options: { variables: { page: { number: number; size: number } } }) => Promise<unknown>;
}

/** Asks for the further pages of such a list, one after the other; true when all of it is there. */
export function useWholeList({ page, fetchMore }: WholeList): boolean {
  const have = page?.items.length ?? 0;
  const total = page?.totalCount ?? 0;
  useEffect(() => {
    if (have === 0 || have >= total) return;
    const number = Math.floor(have / firstPage.size) + 1;
    // A failure has its toast; the list then stays as far as it came.
    fetchMore({ variables: { page: { ...firstPage, number } } }).catch(() => undefined);
  }, [have, total, fetchMore]);
  return page !== undefined && have >= total;
}
