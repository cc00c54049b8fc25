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
  readonly studentId: string;
  readonly class: { readonly id: string };
  readonly decidedBy: { readonly id: string } | null;
  readonly image: { readonly url: string } | null;
  readonly recording: { readonly url: string } | null;
}
interface Answer {
  readonly communityQueue: { readonly items: readonly Post[]; readonly totalCount: number };
  readonly communityWaiting: { readonly pending: number; readonly reported: number };
  readonly setCommunityPostState: Post;
  readonly hideStudentPosts: number;
  readonly deleteStudentPosts: number;
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

test('all posts of a student in a class are hidden, then deleted, through GraphQL', async () => {
  const [post] = (await ask(queue, { filter: { state: ['APPROVED'] } })).data?.communityQueue.items ?? [];
  const classId = post?.class.id;
  const ofStudent = async () =>
    ((await ask(queue, { filter: { classId } })).data?.communityQueue.items ?? []).filter(
      ({ studentId }) => studentId === post?.studentId,
    );
  const before = await ofStudent();
  const input = { classId, studentIds: [post?.studentId] };
  const hide = 'mutation Hide($input: StudentPostsInput!) { hideStudentPosts(input: $input) }';
  expect((await ask(hide, { input })).data?.hideStudentPosts).toBe(
    before.filter(({ state }) => state !== 'HIDDEN').length,
  );
  expect(new Set((await ofStudent()).map(({ state }) => state))).toEqual(new Set(['HIDDEN']));

  const remove = 'mutation Delete($input: StudentPostsInput!) { deleteStudentPosts(input: $input) }';
  expect((await ask(remove, { input })).data?.deleteStudentPosts).toBe(before.length);
  expect(await ofStudent()).toEqual([]);
  expect((await ask(remove, { input: { classId, studentIds: [classId] } })).code).toBe('NOT_FOUND');
  expect((await ask(remove, { input: { classId, studentIds: [] } })).code).toBe('BAD_USER_INPUT');
  const owner = `Bearer ${(await signIn(world, 'SchoolOwner')).accessToken}`;
  expect((await ask(remove, { input }, { authorization: owner })).code).toBe('FORBIDDEN');
});
