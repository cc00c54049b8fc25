import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classes,
  classProfiles,
  communityPostReports,
  communityPosts,
  communityReactions,
  profiles,
  removedClassProfiles,
} from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { joinClass, removeStudent } from '#schema/rest/student-profiles.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makePost } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send, type Sent } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;
let stranger: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
  stranger = (await tokenFor(place, 'Teacher', 'other')) ?? '';
});

const list = (id: string, query: Sent['query'] = {}, token = teacher) =>
  send(world, operations.classProfiles, { token, params: { id }, query });
const rename = (id: string, profileId: string, body: object, token = teacher) =>
  send(world, operations.renameClassProfile, { token, params: { id, profileId }, body });
const merge = (id: string, intoId: string, fromIds: string[], token = teacher) =>
  send(world, operations.mergeClassProfiles, { token, params: { id }, body: { intoId, fromIds } });
const remove = (id: string, profileId: string, token = teacher) =>
  send(world, operations.removeClassProfile, { token, params: { id, profileId } });
const auditOf = (entityId: string) =>
  world.services.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.at, auditLog.id);
const setName = (id: string, name: string) =>
  world.services.db.update(profiles).set({ name }).where(eq(profiles.id, id));

test('children are sorted by the reading of their names, and those without one as a dictionary has them', async () => {
  const { id } = await aClass(place);
  for (const [name, reading] of [
    ['鈴木', ''],
    ['佐藤', 'さとう'],
    ['タナカ', ''],
    ['安倍', 'あべ'],
    ['bob', ''],
    ['Carol', ''],
    ['たけし', ''],
  ] as const) {
    const child = await aProfile(place, id);
    await world.services.db.update(profiles).set({ name, reading }).where(eq(profiles.id, child.id));
  }
  const { items } = await answerOf(operations.classProfiles, list(id));
  expect(items.map(({ name }) => name)).toEqual(['bob', 'Carol', '安倍', '佐藤', 'たけし', 'タナカ', '鈴木']);
});

test('the profiles of a class come by name, with their posts here and their other classes', async () => {
  const { id } = await aClass(place);
  const [b, a, gone] = [await aProfile(place, id), await aProfile(place, id), await aProfile(place, id)];
  await setName(a.id, 'あおい');
  const other = await aClass(place);
  const { db } = world.services;
  await db.insert(classProfiles).values({ classId: other.id, profileId: a.id });
  for (const classId of [id, id, other.id]) await makePost(db, { classId, profileId: a.id, state: 'pending' });
  await makePost(db, { classId: id, profileId: a.id, deletedAt: new Date() });
  await send(world, removeStudent, { token: gone.token }).expect(204);
  const page = await answerOf(operations.classProfiles, list(id));
  expect(page.items.map((one) => [one.id, one.name, one.postCount, one.otherClassCount])).toEqual([
    [a.id, 'あおい', 2, 1],
    [b.id, 'ひなた', 0, 0],
  ]);
  const [child] = await db.select().from(profiles).where(eq(profiles.id, a.id));
  expect(page.items[0]?.pictures).toEqual(child?.pictures);
  expect(child?.pictures).toHaveLength(3);
  const sort = { SortCriteria: [{ field: 'name', direction: 'desc' }], PageSize: 1, PageNumber: 2 };
  expect(await answerOf(operations.classProfiles, list(id, sort))).toMatchObject({
    items: [{ id: a.id }],
    totalCount: 2,
    pageNumber: 2,
  });
  await problemOf(list(id, {}, stranger), 404);
});

describe('renaming a profile', () => {
  test('gives it another name and animal, and leaves a line in the log', async () => {
    const { id } = await aClass(place);
    const child = await aProfile(place, id);
    const renamed = await answerOf(
      operations.renameClassProfile,
      rename(id, child.id, { name: ' そら ', animal: 'owl', version: 1 }),
    );
    expect(renamed).toMatchObject({ id: child.id, name: 'そら', animal: 'owl', version: 2 });
    await problemOf(rename(id, child.id, { name: 'うみ', animal: 'owl', version: 1 }), 409);
    expect(await auditOf(child.id)).toMatchObject([
      { action: 'update', before: { name: 'ひなた', animal: 'fox' }, after: { name: 'そら', animal: 'owl' } },
    ]);
  });

  test('asks for a name that shows, an animal, and a profile of this class', async () => {
    const { id } = await aClass(place);
    const child = await aProfile(place, id);
    const wrong = await problemOf(rename(id, child.id, { name: '\u200b', animal: 'dragon', version: 1 }), 400);
    expect(wrong.errors).toMatchObject({ name: ['messages.profileNameRequire'], animal: ['messages.invalidValue'] });
    const right = { name: 'そら', animal: 'owl', version: 1 };
    await problemOf(rename((await aClass(place)).id, child.id, right), 404);
    await problemOf(rename(id, child.id, right, stranger), 404);
  });

  test('is refused for a profile that has also joined a class the caller does not see', async () => {
    const { id } = await aClass(place);
    const elsewhere = await aClass(place, { mainTeacherId: place.other.Teacher.id, schoolAdministratorId: null });
    const child = await aProfile(place, id);
    await world.services.db.insert(classProfiles).values({ classId: elsewhere.id, profileId: child.id });
    const right = { name: 'そら', animal: 'owl', version: 1 };
    const { messageKey } = await problemOf(rename(id, child.id, right), 409);
    expect(messageKey).toBe('messages.profileInOtherClass');
    await rename(id, child.id, right, await tokenFor(place, 'Administrator')).expect(200);
  });
});

describe('merging profiles', () => {
  test('keeps posts, reactions, reports and classes, and ends the other’s token', async () => {
    const { id } = await aClass(place);
    const second = await aClass(place);
    const [into, from, friend] = [await aProfile(place, id), await aProfile(place, id), await aProfile(place, id)];
    const { db } = world.services;
    await db.insert(classProfiles).values({ classId: second.id, profileId: from.id });
    const work = await makePost(db, { classId: second.id, profileId: from.id });
    const liked = await makePost(db, { classId: id, profileId: friend.id, likeCount: 3, heartCount: 1 });
    const given = { postId: liked.id, type: 1 } as const;
    await db.insert(communityReactions).values([
      { ...given, profileId: into.id, count: 1 },
      { ...given, profileId: from.id, count: 1 },
      { ...given, profileId: from.id, type: 2, count: 1 },
    ]);
    const report = (profileId: string, postId: string) => ({ id: newId(), postId, profileId, reason: profileId });
    await db
      .insert(communityPostReports)
      .values([report(into.id, liked.id), report(from.id, liked.id), report(from.id, work.id)]);

    const kept = await answerOf(operations.mergeClassProfiles, merge(id, into.id, [from.id]));
    expect(kept).toMatchObject({ id: into.id, postCount: 0, otherClassCount: 1 });
    const [moved] = await db.select().from(communityPosts).where(eq(communityPosts.id, work.id));
    expect(moved?.profileId).toBe(into.id);
    const reactions = await db.select().from(communityReactions).where(eq(communityReactions.postId, liked.id));
    expect(reactions.map(({ profileId, type, count }) => [profileId, type, count]).sort()).toEqual([
      [into.id, 1, 1],
      [into.id, 2, 1],
    ]);
    const [counted] = await db.select().from(communityPosts).where(eq(communityPosts.id, liked.id));
    expect(counted).toMatchObject({ likeCount: 2, heartCount: 1 });
    const reports = await db
      .select()
      .from(communityPostReports)
      .where(inArray(communityPostReports.postId, [liked.id, work.id]));
    expect(reports.map(({ profileId }) => profileId)).toEqual([into.id, into.id]);
    expect((await answerOf(operations.classProfiles, list(id))).totalCount).toBe(2);
    await problemOf(send(world, removeStudent, { token: from.token }), 401);
    expect((await auditOf(into.id))[0]).toMatchObject({
      action: 'merge',
      after: { classId: id, mergedIds: [from.id] },
    });
    expect((await auditOf(from.id))[0]).toMatchObject({ action: 'delete', before: { mergedInto: into.id } });
  });

  test('is refused for a profile that has also joined a class the caller does not see', async () => {
    const { id } = await aClass(place);
    const elsewhere = await aClass(place, { mainTeacherId: place.other.Teacher.id, schoolAdministratorId: null });
    const [into, from] = [await aProfile(place, id), await aProfile(place, id)];
    await world.services.db.insert(classProfiles).values({ classId: elsewhere.id, profileId: from.id });
    const { messageKey } = await problemOf(merge(id, into.id, [from.id]), 409);
    expect(messageKey).toBe('messages.profileInOtherClass');
    await merge(id, from.id, [into.id]).expect(200);
    const again = await aProfile(place, id);
    await merge(id, again.id, [from.id], await tokenFor(place, 'Administrator')).expect(200);
  });

  test.each([
    ['has left with a post on its wall', { post: true, restorable: false }],
    ['can be brought back to', { post: false, restorable: true }],
  ])('and a new name are refused where another school has a class that the child %s', async (_, has) => {
    const { db } = world.services;
    const { id } = await aClass(place);
    const { Teacher, SchoolOwner } = place.other;
    const over = { mainTeacherId: Teacher.id, schoolAdministratorId: SchoolOwner.id };
    const { id: elsewhere } = await aClass(place, over);
    const [into, from] = [await aProfile(place, id), await aProfile(place, elsewhere)];
    const post = await makePost(db, { classId: elsewhere, profileId: from.id });
    if (!has.post) await db.update(communityPosts).set({ deletedAt: new Date() }).where(eq(communityPosts.id, post.id));
    await remove(elsewhere, from.id, stranger).expect(204);
    if (!has.restorable) await db.delete(removedClassProfiles).where(eq(removedClassProfiles.profileId, from.id));
    await db.insert(classProfiles).values({ classId: id, profileId: from.id });
    const body = { name: 'みお', animal: 'fox', version: 1 };
    for (const sent of [merge(id, into.id, [from.id]), rename(id, from.id, body)])
      expect((await problemOf(sent, 409)).messageKey).toBe('messages.profileInOtherClass');
    expect(await db.$count(communityPosts, eq(communityPosts.profileId, from.id))).toBe(1);
    await db.update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, elsewhere));
    await rename(id, from.id, body).expect(200);
  });

  test('asks for profiles of this class, each once, and not for one into itself', async () => {
    const { id } = await aClass(place);
    const [one, two] = [await aProfile(place, id), await aProfile(place, id)];
    for (const fromIds of [[], [one.id], [two.id, two.id]])
      expect((await problemOf(merge(id, one.id, fromIds), 400)).errors).toHaveProperty('fromIds');
    await problemOf(merge(id, one.id, [(await aProfile(place)).id]), 404);
    await problemOf(merge(id, newId(), [one.id]), 404);
    await problemOf(merge(id, one.id, [two.id], stranger), 404);
  });

  test('both ways at the same moment leaves one of the two', async () => {
    const { id } = await aClass(place);
    const [one, two] = [await aProfile(place, id), await aProfile(place, id)];
    const answers = await Promise.all([merge(id, one.id, [two.id]), merge(id, two.id, [one.id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await answerOf(operations.classProfiles, list(id))).totalCount).toBe(1);
  });
});

describe('taking a profile out of a class', () => {
  test('leaves its posts and its other classes, and lets it join again', async () => {
    const { id, classHashCode } = await aClass(place);
    const child = await aProfile(place, id);
    const { db } = world.services;
    const { id: postId } = await makePost(db, { classId: id, profileId: child.id });
    await remove(id, child.id).expect(204);
    expect((await answerOf(operations.classProfiles, list(id))).totalCount).toBe(0);
    expect(await db.$count(communityPosts, eq(communityPosts.id, postId))).toBe(1);
    expect((await auditOf(child.id))[0]).toMatchObject({ action: 'remove-from-class', before: { classId: id } });
    await problemOf(remove(id, child.id), 404);
    await send(world, joinClass, { token: child.token, body: { classHashCode } }).expect(204);
    const joined = and(eq(classProfiles.classId, id), eq(classProfiles.profileId, child.id));
    expect(await db.$count(classProfiles, joined)).toBe(1);
  });

  test('is for the staff of the class', async () => {
    const { id } = await aClass(place);
    const child = await aProfile(place, id);
    await problemOf(remove(id, child.id, stranger), 404);
    await problemOf(remove(id, child.id, child.token), 403);
    expect(await world.services.db.$count(classProfiles, eq(classProfiles.classId, id))).toBe(1);
  });
});
