import type { ApolloCache, Reference } from '@apollo/client';

/** Puts the items of a content into an order. */
export function orderItems(cache: ApolloCache, contentId: string, ids: readonly string[]): void {
  cache.modify<Record<string, readonly Reference[]>>({
    fields: {
      pushAndListenItems: (rows, { storeFieldName, readField }) => {
        // Ids are unique, so only the content's own list has the id among its arguments.
        if (!storeFieldName.includes(contentId)) return rows;
        const byId = new Map(rows.map((row) => [readField<string>('id', row), row]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      },
    },
  });
}
