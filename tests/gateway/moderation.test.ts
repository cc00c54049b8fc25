import { beforeAll, expect, test } from 'vitest';
import { graphql, signIn } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
let authorization: string;

beforeAll(async () => {
  authorization = `Bearer ${(await signIn(world, 'Administrator')).accessToken}`;
});

interface Post {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly class: { readonly id: string };
  readonly decidedBy: { readonly id: string } | null;
  readonly image: { readonly url: string } | null;
  readonly recording: { readonly url: string } | null;
}
interface Answer {
  readonly communityQueue: { readonly items: readonly Post[]; readonly totalCount: number };
  readonly communityWaiting: { readonly pending: number; readonly reported: number };
  readonly setCommunityPostState: Post;
  readonly approveCommunityPosts: readonly { readonly id: string; readonly messageKey: string | null }[];
}

const ask = async (query: string, variables: Record<string, unknown> = {}, headers = { authorization }) => {
  const { data, errors } = await graphql<Answer>(world, query, variables, headers);
  return { data: data ?? undefined, code: errors?.[0]?.extensions.code };
};

const queue = `query Queue($filter: CommunityQueueFilter) {
  communityQueue(filter: $filter, page: { number: 1, size: 50 }, sort: [{ field: CREATED_AT, direction: ASC }]) {
    totalCount
    items {
      id kind title studentId displayName animal state version likeCount heartCount createdAt decidedAt
      class { id classCode className } unit { id number name } decidedBy { id }
      image { url } thumbnail { url } recording { url } video { url } reports { id reason displayName createdAt }
    }
  }
  communityWaiting { pending reported }
}`;

test('what waits is looked at, approved and hidden through GraphQL', async () => {
  const before = (await ask(queue, { filter: { state: ['PENDING'] } })).data;
  const posts = before?.communityQueue.items ?? [];
  expect(posts.length).toBeGreaterThan(0);
  expect(before?.communityWaiting.pending).toBe(before?.communityQueue.totalCount);
  const [first] = posts;
  const file = await fetch(new URL(first?.image?.url ?? first?.recording?.url ?? '', world.url));
  expect(file.status).toBe(200);

  const approve = `mutation Approve($ids: [ID!]!) { approveCommunityPosts(ids: $ids) { id messageKey } }`;
  const ids = posts.map(({ id }) => id);
  expect((await ask(approve, { ids })).data?.approveCommunityPosts).toEqual(
    ids.map((id) => ({ id, messageKey: null })),
  );
  expect((await ask(queue)).data?.communityWaiting.pending).toBe(0);

  const decide = `mutation Decide($input: SetCommunityPostStateInput!) {
    setCommunityPostState(input: $input) { id state version decidedBy { id } }
  }`;
  const input = { id: first?.id, state: 'HIDDEN', version: (first?.version ?? 0) + 1 };
  expect((await ask(decide, { input })).data?.setCommunityPostState).toMatchObject({ state: 'HIDDEN' });
  expect((await ask(decide, { input })).code).toBe('CONFLICT');
});

test('a school owner has no part in it, and nobody less', async () => {
  const owner = `Bearer ${(await signIn(world, 'SchoolOwner')).accessToken}`;
  const waiting = '{ communityWaiting { pending } }';
  expect((await ask(waiting, {}, { authorization: owner })).code).toBe('FORBIDDEN');
  expect((await ask(waiting, {}, { authorization: '' })).code).toBe('UNAUTHENTICATED');
});
