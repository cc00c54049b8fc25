import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classProfiles, communityPosts } from '#api/ground/db/schema.ts';
import { communityPosts as wall, reportCommunityPost } from '#schema/rest/community.ts';
import { deleteStudentPosts, hideStudentPosts } from '#schema/rest/moderation.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

type Bulk = typeof hideStudentPosts | typeof deleteStudentPosts;

const world = keptApi();
let place: Place;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
});

const operations = [hideStudentPosts, deleteStudentPosts];
const call = (operation: Bulk, body: object, token: string | undefined = teacher) =>
  send(world, operation, { ...(token !== undefined && { token }), body });
const postsOf = (ids: readonly string[]) =>
  world.services.db
    .select()
    .from(communityPosts)
    .where(inArray(communityPosts.id, [...ids]))
    .orderBy(communityPosts.id);

/** A class with a child that has a post in each state and one without a file yet, and a classmate with one. */
async function aWall() {
  const { db } = world.services;
  const one = await aClass(place);
  const [child, classmate] = [await aProfile(place, one.id), await aProfile(place, one.id)];
  const posts: string[] = [];
  for (const state of ['pending', 'approved', 'hidden'] as const)
    posts.push((await makePost(db, { classId: one.id, profileId: child.id, state })).id);
  posts.push((await makePost(db, { classId: one.id, profileId: child.id, state: 'pending', mediaId: null })).id);
  const other = await makePost(db, { classId: one.id, profileId: classmate.id });
  const elsewhere = await makePost(db, { classId: (await aClass(place)).id, profileId: child.id });
  return {
    classId: one.id,
    classHashCode: one.classHashCode,
    child,
    classmate,
    posts,
    spared: [other.id, elsewhere.id],
  };
}

test('hides all posts of a child on the wall of one class, those still in preparation too', async () => {
  const { classId, classHashCode, child, classmate, posts, spared } = await aWall();
  await send(world, reportCommunityPost, { token: classmate.token, params: { id: posts[1] ?? '' }, body: {} }).expect(
    204,
  );
  const body = { classId, studentIds: [child.id] };
  expect(await answerOf(hideStudentPosts, call(hideStudentPosts, body))).toEqual({ count: 3 });
  expect((await postsOf(posts)).map(({ state, deletedAt }) => [state, deletedAt])).toEqual(
    posts.map(() => ['hidden', null]),
  );
  const shown = await answerOf(wall, send(world, wall, { query: { ClassHashCode: classHashCode } }));
  expect(shown.map(({ id }) => id)).toEqual(spared.slice(0, 1));
  expect((await postsOf(spared)).map(({ state }) => state)).toEqual(['approved', 'approved']);
  const audit = await world.services.db
    .select()
    .from(auditLog)
    .where(and(inArray(auditLog.entityId, posts), eq(auditLog.action, 'hide')));
  expect(audit.map(({ entityId }) => entityId).sort()).toEqual(posts.filter((_, at) => at !== 2).sort());
  expect(audit.find(({ entityId }) => entityId === posts[1])?.after).toMatchObject({ classId, reports: 1 });
  expect(await answerOf(hideStudentPosts, call(hideStudentPosts, body))).toEqual({ count: 0 });
});

test('puts all posts of several children into the trash, from where each can be restored', async () => {
  const { classId, child, classmate, posts, spared } = await aWall();
  const [ofClassmate = '', elsewhere = ''] = spared;
  const body = { classId, studentIds: [child.id, classmate.id] };
  expect(await answerOf(deleteStudentPosts, call(deleteStudentPosts, body))).toEqual({ count: 5 });
  const gone = [...posts, ofClassmate];
  for (const { deletedAt, deletedById } of await postsOf(gone))
    expect([deletedAt, deletedById]).toEqual([expect.any(Date), place.own.Teacher.id]);
  expect((await postsOf([elsewhere]))[0]?.deletedAt).toBeNull();
  const audit = await world.services.db
    .select()
    .from(auditLog)
    .where(and(inArray(auditLog.entityId, gone), eq(auditLog.action, 'delete')));
  expect(audit).toHaveLength(5);
  const params = { kind: 'community_posts', id: posts[0] ?? '' };
  await send(world, restoreFromTrash, { token: teacher, params }).expect(204);
  expect((await postsOf(posts)).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1);
});

test('reaches the posts of a child who was taken out of the class', async () => {
  const { classId, child } = await aWall();
  const { db } = world.services;
  await db.delete(classProfiles).where(eq(classProfiles.profileId, child.id));
  expect((await call(hideStudentPosts, { classId, studentIds: [child.id] }).expect(200)).body).toEqual({ count: 3 });
});

test.each(operations)('$name refuses who does not moderate the class, and children of another', async (operation) => {
  const { classId, child, classmate, posts } = await aWall();
  const body = { classId, studentIds: [child.id] };
  for (const caller of ['SchoolOwner', 'Student'] as const)
    await call(operation, body, await tokenFor(place, caller)).expect(403);
  await call(operation, body, '').expect(401);
  expect((await problemOf(call(operation, body, await tokenFor(place, 'Teacher', 'other')), 404)).messageKey).toBe(
    'messages.notFound',
  );
  const stranger = await aProfile(place, (await aClass(place)).id);
  await call(operation, { classId, studentIds: [classmate.id, stranger.id] }).expect(404);
  expect((await postsOf(posts)).map(({ state, deletedAt }) => [state, deletedAt])).toEqual([
    ['pending', null],
    ['approved', null],
    ['hidden', null],
    ['pending', null],
  ]);
});

test.each(operations)('$name names what is wrong with its students', async (operation) => {
  const { classId, child } = await aWall();
  const many = Array.from({ length: 101 }, newId);
  for (const studentIds of [[], [child.id, child.id], many, ['x']]) {
    const { errors } = await problemOf(call(operation, { classId, studentIds }), 400);
    expect(Object.keys(errors ?? {})[0]).toMatch(/^studentIds/);
  }
});
