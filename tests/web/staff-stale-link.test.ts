import { ApolloClient, ApolloLink, gql, type FetchResult } from '@apollo/client';
import { Subject, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';
import { cacheAndNetwork } from '#web/staff/platform/apollo/freshness.ts';
import { staleLink } from '#web/staff/platform/apollo/stale-link.ts';

const query = gql`
  query Classes {
    classes {
      items {
        id
      }
      totalCount
    }
  }
`;
const mutation = gql`
  mutation DeleteClass($id: ID!) {
    deleteClass(id: $id)
  }
`;
const page = (...ids: readonly string[]) => ({
  classes: {
    __typename: 'ClassPage',
    items: ids.map((id) => ({ __typename: 'Class', id })),
    totalCount: ids.length,
  },
});

/** A list that is open, and the requests that the network answers one by one. */
function openList() {
  const asked: { readonly name: string | undefined; readonly answer: Subject<FetchResult> }[] = [];
  const network = new ApolloLink(({ operationName }): Observable<FetchResult> => {
    const answer = new Subject<FetchResult>();
    asked.push({ name: operationName, answer });
    return answer;
  });
  const client = new ApolloClient({
    cache: createStaffCache(),
    link: staleLink.concat(network),
    defaultOptions: { watchQuery: cacheAndNetwork },
    queryDeduplication: false,
  });
  const list = client.watchQuery<ReturnType<typeof page>>({ query });
  list.subscribe({ error: () => undefined });
  const answer = (at: number, result: FetchResult) => {
    asked[at]?.answer.next(result);
    asked[at]?.answer.complete();
  };
  const shown = () => {
    const { classes } = list.getCurrentResult().data ?? {};
    return { ids: classes?.items?.map((item) => item?.id), totalCount: classes?.totalCount };
  };
  const remove = async (id: string) => client.mutate({ mutation, variables: { id } });
  const kept = () => client.cache.readQuery<unknown>({ query });
  return { asked, answer, shown, kept, remove, list, client };
}

test('a deleted row and its count leave an open list before the list has come again', async () => {
  const { asked, answer, shown, remove } = openList();
  answer(0, { data: page('a', 'b', 'c') });
  const removed = remove('b');
  answer(1, { data: { deleteClass: true } });
  await removed;
  expect(asked.map(({ name }) => name)).toEqual(['Classes', 'DeleteClass', 'Classes']);
  expect(shown()).toEqual({ ids: ['a', 'c'], totalCount: 2 });
  answer(2, { data: page('a', 'c', 'd') });
  await expect.poll(shown).toEqual({ ids: ['a', 'c', 'd'], totalCount: 3 });
});

test('a list that was asked for before a mutation is asked for again after it', async () => {
  const { asked, answer, shown, remove } = openList();
  answer(0, { data: page('a', 'b', 'c') });
  const first = remove('a');
  answer(1, { data: { deleteClass: true } });
  await first;
  const second = remove('b');
  answer(3, { data: { deleteClass: true } });
  await second;
  expect(asked).toHaveLength(5);
  // The answer to the earlier request comes late and is ignored.
  answer(2, { data: page('b', 'c') });
  answer(4, { data: page('c') });
  await expect.poll(shown).toEqual({ ids: ['c'], totalCount: 1 });
});

test('an open list keeps its rows where it cannot be asked for again', async () => {
  const { asked, answer, kept, remove, list } = openList();
  answer(0, { data: page('a', 'b') });
  const removed = remove('b');
  answer(1, { data: { deleteClass: true } });
  await removed;
  asked[2]?.answer.error(new Error('no network'));
  await expect.poll(() => list.getCurrentResult().error?.message).toBe('no network');
  expect(kept()).toMatchObject({ classes: { items: [{ id: 'a' }] } });
});

test('a refusal because somebody else was faster asks for the lists again', async () => {
  const { asked, answer, remove } = openList();
  answer(0, { data: page('a') });
  const removed = remove('a');
  answer(1, { errors: [{ message: 'gone', extensions: { code: 'NOT_FOUND', status: 404 } }] });
  await expect(removed).rejects.toThrow('gone');
  expect(asked.map(({ name }) => name)).toEqual(['Classes', 'DeleteClass', 'Classes']);
});

test.each([
  ['a class', { __typename: 'Class', id: 'a' }, true],
  ['a sound', { __typename: 'PushAndListenItem', id: 'a' }, true],
  ['a user', { __typename: 'User', id: 'a' }, false],
  ['no row', true, true],
])(
  'a mutation without an entry makes stale what an update of its row does, and else everything: %s',
  async (_, row, isAsked) => {
    const { asked, answer, client } = openList();
    answer(0, { data: page('a') });
    const invented = client.mutate({
      mutation:
        typeof row === 'boolean'
          ? gql`
              mutation Invented {
                invented
              }
            `
          : gql`
              mutation Invented {
                invented {
                  id
                }
              }
            `,
    });
    answer(1, { data: { invented: row } });
    await invented;
    expect(asked.map(({ name }) => name)).toEqual(['Classes', 'Invented', ...(isAsked ? ['Classes'] : [])]);
  },
);
