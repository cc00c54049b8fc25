import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, communityPosts, users } from '#api/ground/db/schema.ts';
import { communityPosts as wall, type ModerationState, reportCommunityPost } from '#schema/rest/community.ts';
import * as operations from '#schema/rest/moderation.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send, type Sent } from './school.ts';
import { staffName } from '#schema/staff-name.ts';

type State = ModerationState;

const world = keptApi();
let place: Place;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
});

/** A class with a post in each of the states, made one minute after the other. */
async function aWall(states: readonly State[]) {
  const one = await aClass(place);
  const [maker, friend] = [await aProfile(place, one.id), await aProfile(place, one.id)];
  const posts: (typeof communityPosts.$inferSelect)[] = [];
  for (const [minute, state] of states.entries())
    posts.push(
      await makePost(world.services.db, {
        classId: one.id,
        profileId: maker.id,
        state,
        createdAt: new Date(Date.UTC(2026, 4, 1, 9, minute)),
      }),
    );
  return { ...one, maker, friend, posts, ids: posts.map(({ id }) => id) };
}

const queue = (query: Sent['query'], token = teacher) =>
  answerOf(operations.communityQueue, send(world, operations.communityQueue, { token, query }));
const setState = (id: string, state: State, version = 1, token = teacher) =>
  send(world, operations.setCommunityPostState, { token, params: { id }, body: { state, version } });
const report = (id: string, token: string, reason?: string) =>
  send(world, reportCommunityPost, { token, params: { id }, body: { reason } }).expect(204);
const auditOf = (entityId: string) =>
  world.services.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.at, auditLog.id);

const classOfPost = async (id = '') =>
  (await world.services.db.select().from(communityPosts).where(eq(communityPosts.id, id)))[0]?.classId;

describe('the queue', () => {
  test('has the posts of a class in the states asked for, the newest first, with who made them', async () => {
    const { id: ClassId, classCode, maker, ids } = await aWall(['pending', 'approved', 'hidden', 'pending']);
    const all = await queue({ ClassId });
    expect(all.totalCount).toBe(4);
    expect(all.items.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(all.items[0]).toMatchObject({
      studentId: maker.id,
      displayName: 'ひなた',
      animal: 'fox',
      class: { id: ClassId, classCode },
      state: 'pending',
      reports: [],
      decidedBy: null,
    });
    const { items, totalCount } = await queue({ ClassId, State: ['pending', 'hidden'], PageSize: 2 });
    expect([items.map(({ id }) => id), totalCount]).toEqual([[ids[3], ids[2]], 3]);
    const sorted = await queue({ ClassId, SortCriteria: [{ field: 'createdAt', direction: 'asc' }] });
    expect(sorted.items.map(({ id }) => id)).toEqual(ids);
  });

  test('has the posts that were made for one unit', async () => {
    const { id: ClassId, ids } = await aWall(['pending', 'approved']);
    const { db } = world.services;
    const [post = ''] = ids;
    const { id: LessonId } = await makeLesson(db, { textbookId: (await makeTextBook(db)).id, position: 0 });
    await db.update(communityPosts).set({ lessonId: LessonId }).where(eq(communityPosts.id, post));
    expect((await queue({ ClassId, LessonId })).items.map(({ id }) => id)).toEqual([post]);
    expect((await queue({ ClassId, LessonId: newId() })).items).toEqual([]);
  });

  test('leaves out what is deleted, what has no file yet, and what is another school’s', async () => {
    const { id: ClassId, ids, maker } = await aWall(['pending', 'pending', 'pending']);
    const { db } = world.services;
    await db
      .update(communityPosts)
      .set({ deletedAt: new Date() })
      .where(eq(communityPosts.id, ids[0] ?? ''));
    await makePost(db, { classId: ClassId, profileId: maker.id, state: 'pending', mediaId: null });
    expect((await queue({ ClassId })).totalCount).toBe(2);
    const stranger = await tokenFor(place, 'Teacher', 'other');
    expect(await queue({ ClassId }, stranger)).toMatchObject({ items: [], totalCount: 0 });
  });

  test('counts for the badge what waits and what was reported, each for their own classes', async () => {
    const waiting = async (token = teacher) =>
      answerOf(operations.communityWaiting, send(world, operations.communityWaiting, { token }));
    const before = await waiting();
    const { ids, friend } = await aWall(['pending', 'approved', 'pending']);
    await report(ids[1] ?? '', friend.token);
    expect(await waiting()).toEqual({ pending: before.pending + 2, reported: before.reported + 1 });
    expect(await waiting(await tokenFor(place, 'Teacher', 'other'))).toEqual({ pending: 0, reported: 0 });
  });
});

describe('a decision', () => {
  test('shows a post on the wall, or takes it and its links away at once', async () => {
    const { posts, classHashCode } = await aWall(['pending']);
    const [{ id } = { id: '' }] = posts;
    const onWall = () => answerOf(wall, send(world, wall, { query: { ClassHashCode: classHashCode } }));
    const status = (url = '') => supertest(world.apiUrl).get(`/api${url}`);
    expect(await onWall()).toEqual([]);

    const approved = await answerOf(operations.setCommunityPostState, setState(id, 'approved'));
    expect(approved).toMatchObject({ state: 'approved', version: 2, decidedBy: { id: place.own.Teacher.id } });
    const [shown] = await onWall();
    expect((await status(shown?.image?.url)).status).not.toBe(403);

    const hidden = await answerOf(operations.setCommunityPostState, setState(id, 'hidden', 2));
    expect(await onWall()).toEqual([]);
    await status(shown?.image?.url).expect(404);
    expect(hidden.image?.url).toContain('/staff/');

    const again = await answerOf(operations.setCommunityPostState, setState(id, 'pending', 3));
    expect(again).toMatchObject({ state: 'pending', decidedBy: null, decidedAt: null, version: 4 });
    const written = await auditOf(id);
    expect(written.map(({ action, before, after }) => [action, before?.state, after?.state])).toEqual([
      ['approve', 'pending', 'approved'],
      ['hide', 'approved', 'hidden'],
      ['let-wait', 'hidden', 'pending'],
    ]);
  });

  test('on what somebody decided meanwhile is refused and says who', async () => {
    const { ids } = await aWall(['pending']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => setState(ids[0] ?? '', 'approved')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const { messageValues } = await problemOf(setState(ids[0] ?? '', 'hidden'), 409);
    const { firstName, lastName } = place.own.Teacher;
    expect(messageValues?.name).toBe(staffName({ firstName, lastName }));
  });

  test('on many approves those that wait and tells of each of the others', async () => {
    const { ids } = await aWall(['pending', 'hidden', 'approved', 'pending']);
    const { ids: gone } = await aWall(['pending']);
    await world.services.db
      .update(communityPosts)
      .set({ deletedAt: new Date() })
      .where(eq(communityPosts.id, gone[0] ?? ''));
    const sent = [...ids, ...gone, newId()];
    const approve = (token = teacher) =>
      answerOf(
        operations.approveCommunityPosts,
        send(world, operations.approveCommunityPosts, { token, body: { ids: sent } }),
      );
    expect((await approve(await tokenFor(place, 'Teacher', 'other'))).results.map((one) => one.messageKey)).toEqual(
      sent.map(() => 'messages.notFound'),
    );
    const { results } = await approve();
    expect(results.map(({ messageKey }) => messageKey)).toEqual([
      null,
      'messages.postNotWaiting',
      null,
      null,
      'messages.notFound',
      'messages.notFound',
    ]);
    expect(await auditOf(ids[0] ?? '')).toHaveLength(1);
    expect(await auditOf(ids[2] ?? '')).toHaveLength(0);
    const states = (await queue({ ClassId: await classOfPost(ids[0]) })).items.map(({ state }) => state);
    expect(states).toEqual(['approved', 'approved', 'hidden', 'approved']);
  });

  test('names posts of its body that cannot be: none, one twice, more than 500', async () => {
    const id = newId();
    for (const ids of [[], [id, id], Array.from({ length: 501 }, newId), ['x']]) {
      const sent = send(world, operations.approveCommunityPosts, { token: teacher, body: { ids } });
      expect(Object.keys((await problemOf(sent, 400)).errors ?? {})[0]).toMatch(/^ids/);
    }
  });
});

describe('a report', () => {
  test('puts a post before the staff, once per child, and leaves it on the wall', async () => {
    const { id: ClassId, ids, maker, friend, classHashCode } = await aWall(['approved', 'approved']);
    const [id = ''] = ids;
    await report(id, friend.token, ' My name is on it. ');
    await report(id, friend.token, 'again');
    await report(id, maker.token);
    const { items } = await queue({ ClassId, State: ['reported'] });
    expect(items.map((post) => [post.id, post.state])).toEqual([[id, 'approved']]);
    expect(items[0]?.reports.map(({ reason, displayName }) => [reason, displayName])).toEqual([
      ['My name is on it.', 'ひなた'],
      ['', 'ひなた'],
    ]);
    expect(await answerOf(wall, send(world, wall, { query: { ClassHashCode: classHashCode } }))).toHaveLength(2);
  });

  test('is answered by leaving the post as it is, and by hiding it', async () => {
    const { id: ClassId, ids, friend } = await aWall(['approved', 'approved']);
    const [stays = '', goes = ''] = ids;
    await report(stays, friend.token);
    await report(goes, friend.token);
    const resolve = () => send(world, operations.resolveCommunityReports, { token: teacher, params: { id: stays } });
    const kept = await answerOf(operations.resolveCommunityReports, resolve());
    expect(kept).toMatchObject({ state: 'approved', reports: [], version: 1 });
    await resolve().expect(200);
    await setState(goes, 'hidden').expect(200);
    expect((await queue({ ClassId, State: ['reported'] })).totalCount).toBe(0);
    expect((await auditOf(stays)).map(({ action, after }) => [action, after])).toEqual([
      ['resolve-reports', { reports: 1, classId: ClassId }],
    ]);
    expect((await auditOf(goes))[0]).toMatchObject({ action: 'hide', after: { reports: 1 } });
  });

  test('of a post that is not on a wall of the child’s classes is 404, and the 21st within the hour 429', async () => {
    const { ids, friend } = await aWall(['approved', 'pending']);
    const sent = (id: string, token: string) => send(world, reportCommunityPost, { token, params: { id }, body: {} });
    await problemOf(sent(ids[0] ?? '', (await aProfile(place)).token), 404);
    for (let count = 0; count < 20; count++) await problemOf(sent(ids[1] ?? '', friend.token), 404);
    await problemOf(sent(ids[0] ?? '', friend.token), 429);
  });
});

test('who was shown the media of a class is written down once a day, in the queue and on the wall', async () => {
  const { id: ClassId, classHashCode } = await aWall(['pending', 'approved']);
  const admin = (await tokenFor(place, 'Administrator')) ?? '';
  await queue({ ClassId: (await aWall([])).id });
  await Promise.all([queue({ ClassId }), queue({ ClassId }), queue({ ClassId })]);
  for (let look = 0; look < 2; look++)
    await send(world, wall, { token: admin, query: { ClassHashCode: classHashCode } }).expect(200);
  const { token } = await aProfile(place, ClassId);
  await send(world, wall, { token, query: { ClassHashCode: classHashCode } }).expect(200);
  const seen = await world.services.db
    .select({ actorId: auditLog.actorId, name: users.lastName })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.entityId, ClassId), eq(auditLog.action, 'view-media')));
  expect(seen.map(({ actorId }) => actorId).sort()).toEqual([place.own.Teacher.id, place.own.Administrator.id].sort());
});
