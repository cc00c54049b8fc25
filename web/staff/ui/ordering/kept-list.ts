import type { ApolloCache, Reference } from '@apollo/client';
import { useEffect } from 'react';

/** A list whose rows are all in the cache, in the order that staff set. */
export interface KeptList {
  readonly field: 'textBookUnits' | 'contents';
  /** The id of the textbook or the unit. */
  readonly parentId: string;
}

interface KeptPage {
  readonly items: readonly Reference[];
  readonly totalCount: number;
}

type PageChange = (page: KeptPage, idOf: (row: Reference) => string | undefined, storeFieldName: string) => KeptPage;

function changeList(cache: ApolloCache, { field, parentId }: KeptList, change: PageChange): void {
  cache.modify<Record<string, KeptPage>>({
    fields: {
      [field]: (page, { storeFieldName, readField }) =>
        // Ids are unique, so only the parent's own lists have the id among their arguments.
        storeFieldName.includes(parentId)
          ? change(page as KeptPage, (row) => readField<string>('id', row), storeFieldName)
          : page,
    },
  });
}

/** Puts a list's rows into the order of the ids. */
export function writeOrder(cache: ApolloCache, list: KeptList, ids: readonly string[]): void {
  changeList(cache, list, (page, idOf, storeFieldName) => {
    // A cached list with a sort in its arguments has its own order.
    if (storeFieldName.includes('"sort"')) return page;
    const rows = new Map(page.items.map((row) => [idOf(row), row]));
    return { ...page, items: ids.flatMap((id) => rows.get(id) ?? []) };
  });
}

/** The first page of a list that is read completely. 100 is the largest page size. */
export const firstPage = { number: 1, size: 100 } as const;

interface WholeList {
  readonly page: { readonly items: readonly unknown[]; readonly totalCount: number } | undefined;
  readonly fetchMore: (options: { variables: { page: { number: number; size: number } } }) => Promise<unknown>;
}

/** Fetches the further pages, one after the other. True when all rows have arrived. */
export function useWholeList({ page, fetchMore }: WholeList): boolean {
  const have = page?.items.length ?? 0;
  const total = page?.totalCount ?? 0;
  useEffect(() => {
    if (have === 0 || have >= total) return;
    const number = Math.floor(have / firstPage.size) + 1;
    // The error link shows the failure; the list keeps the pages that arrived.
    fetchMore({ variables: { page: { ...firstPage, number } } }).catch(() => undefined);
  }, [have, total, fetchMore]);
  return page !== undefined && have >= total;
}
