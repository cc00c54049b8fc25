import type { ApolloCache, Reference } from '@apollo/client';

/** A list that is kept whole in the cache, in an order of its own. */
export interface KeptList {
  readonly field: 'textBookUnits' | 'contents';
  /** The textbook's id, or the unit's. */
  readonly parentId: string;
}

interface KeptPage {
  readonly items: readonly Reference[];
  readonly totalCount: number;
}

type PageChange = (page: KeptPage, idOf: (row: Reference) => string | undefined) => KeptPage;

function changeList(cache: ApolloCache, { field, parentId }: KeptList, change: PageChange): void {
  cache.modify<Record<string, KeptPage>>({
    fields: {
      [field]: (page, { storeFieldName, readField }) =>
        // Ids are unique: the field's arguments hold this one only in the parent's own list.
        storeFieldName.includes(parentId) ? change(page as KeptPage, (row) => readField<string>('id', row)) : page,
    },
  });
}

/** Puts a list's rows into the order of the ids. */
export function writeOrder(cache: ApolloCache, list: KeptList, ids: readonly string[]): void {
  changeList(cache, list, (page, idOf) => {
    const rows = new Map(page.items.map((row) => [idOf(row), row]));
    return { ...page, items: ids.flatMap((id) => rows.get(id) ?? []) };
  });
}

/** Takes a row out of a list. */
export function takeOut(cache: ApolloCache, list: KeptList, id: string): void {
  changeList(cache, list, (page, idOf) => ({
    ...page,
    items: page.items.filter((row) => idOf(row) !== id),
    totalCount: page.totalCount - 1,
  }));
}
