import type { ApolloCache, ApolloClient } from '@apollo/client';
import { forgetList } from '#web/staff/apollo/cache.ts';
import type { KeptList } from './list-order.ts';

interface Count {
  readonly of: 'TextBook' | 'Lesson';
  readonly id: string;
  readonly field: 'unitCount' | 'contentCount';
  readonly by: number;
}

/** Counts what was just added to a book or a unit, or taken from it. */
export function changeCount(cache: ApolloCache, { of, id, field, by }: Count): void {
  cache.modify({
    id: cache.identify({ __typename: of, id }),
    fields: { [field]: (count: unknown) => (typeof count === 'number' ? count + by : count) },
  });
}

/** Asks again for a list that is on the screen, while its rows stay: what came back has a place that only the server knows. */
export async function readAnew(client: ApolloClient, field: KeptList['field']): Promise<void> {
  await client.refetchQueries({ updateCache: (cache) => forgetList(cache, field), optimistic: true });
}
