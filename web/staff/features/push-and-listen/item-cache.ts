import type { ApolloCache, Reference } from '@apollo/client';

type Rows = readonly Reference[];

/** Changes a content's cached list of items, and the content's item count. */
function changeItems(cache: ApolloCache, contentId: string, change: (rows: Rows, idOf: IdOf) => Rows): void {
  let count: number | undefined;
  cache.modify<Record<string, Rows>>({
    fields: {
      pushAndListenItems: (rows, { storeFieldName, readField }) => {
        // Ids are unique: the field's argument is this one only in the content's own list.
        if (!storeFieldName.includes(contentId)) return rows;
        const changed = change(rows, (row) => readField<string>('id', row));
        count = changed.length;
        return changed;
      },
    },
  });
  cache.modify({
    id: cache.identify({ __typename: 'Content', id: contentId }),
    fields: { itemCount: (before: unknown) => count ?? before },
  });
}

type IdOf = (row: Reference) => string | undefined;

/** Puts a new item at the end. */
export function addItem(cache: ApolloCache, contentId: string, id: string): void {
  const reference = { __ref: cache.identify({ __typename: 'PushAndListenEntry', id }) ?? '' };
  changeItems(cache, contentId, (rows) => [...rows, reference]);
}

/** Takes an item out. */
export function removeItem(cache: ApolloCache, contentId: string, id: string): void {
  changeItems(cache, contentId, (rows, idOf) => rows.filter((row) => idOf(row) !== id));
}

/** Puts the items into an order. */
export function orderItems(cache: ApolloCache, contentId: string, ids: readonly string[]): void {
  changeItems(cache, contentId, (rows, idOf) => {
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}
