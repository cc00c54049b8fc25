import { eq, sql } from 'drizzle-orm';
import type { Test } from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetEndedSessions } from '#api/domains/board-sessions/clean-up.ts';
import { auditLog, boardFollowers, boardSessions, classProfiles, contents, profiles } from '#api/ground/db/schema.ts';
import { problem } from '#schema/problem.ts';
import * as operations from '#schema/rest/board-sessions.ts';
import { removeClassProfile } from '#schema/rest/class-profiles.ts';
import { ClassStatus, ContentType } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string | undefined;
let room: Awaited<ReturnType<typeof aClass>>;
let child: Awaited<ReturnType<typeof aProfile>>;
let next: Awaited<ReturnType<typeof makeContent>>;

beforeAll(async () => {
  place = await makePlace(world);
  next = await makeContent(world.services.db, { lessonId: place.lesson.id, position: 1, type: ContentType.RECORD });
  teacher = await tokenFor(place, 'Teacher');
});
beforeEach(async () => {
  room = await aClass(place);
  child = await aProfile(place, room.id);
});

const { startBoardSession, turnBoardPage, endBoardSession, classBoard, boardPage, studentBoard, followBoard } =
  operations;
const params = () => ({ id: room.id });
const start = (contentId = place.content.id, token = teacher) =>
  send(world, startBoardSession, { token, params: params(), body: { contentId } });
const turn = (sessionId: string, contentId = next.id) =>
  send(world, turnBoardPage, { token: teacher, params: params(), body: { sessionId, contentId } });
const end = (sessionId: string) => send(world, endBoardSession, { token: teacher, params: { ...params(), sessionId } });
const begin = async () => {
  const { session } = await answerOf(startBoardSession, start());
  if (!session) throw new Error('no session began');
  return session;
};
const board = () => answerOf(classBoard, send(world, classBoard, { token: teacher, params: params() }));
const page = async () => {
  const query = { ClassHashCode: room.classHashCode };
  return (await answerOf(boardPage, send(world, boardPage, { query }))).session;
};
const seen = ({ token } = child) =>
  answerOf(studentBoard, send(world, studentBoard, { token, query: { ClassHashCode: room.classHashCode } }));
const follow = (sessionId: string, said: object = {}, { token } = child) =>
  send(world, followBoard, {
    token,
    body: { classHashCode: room.classHashCode, sessionId, isFollowing: true, ...said },
  });
const refusalOf = async (sent: Test) => {
  const { status, body } = (await sent) as { status: number; body: unknown };
  return [status, problem.parse(body).messageKey];
};
const inDatabase = (id: string, values: Partial<typeof boardSessions.$inferInsert> | object) =>
  world.services.db.update(boardSessions).set(values).where(eq(boardSessions.id, id));

describe('the session of a board', () => {
  test('says when it began, also after it has gone on, and tells tablets no more than when it ends', async () => {
    const { id, createdAt } = await begin();
    const [written] = await world.services.db
      .select({ at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.entityId, room.id));
    expect(createdAt).toBe(written?.at.toISOString());
    await turn(id);
    expect((await board()).session).toMatchObject({ id, createdAt });
    expect(await page()).not.toHaveProperty('createdAt');
  });

  test('leads tablets from page to page, and ends', async () => {
    expect([await page(), await board()]).toEqual([null, { session: null, followers: [] }]);
    const session = await begin();
    expect(session).toMatchObject({ version: 1, contentId: place.content.id });
    const shown = { id: session.id, version: 1, contentHashCode: place.content.hashCode, endsAt: session.endsAt };
    expect(await page()).toMatchObject(shown);
    await turn(session.id);
    await turn(session.id);
    expect(await page()).toMatchObject({ version: 2, contentHashCode: next.hashCode, contentType: ContentType.RECORD });
    expect((await end(session.id)).status).toBe(204);
    expect((await end(session.id)).status).toBe(204);
    expect(await page()).toBeNull();
    expect(await refusalOf(turn(session.id))).toEqual([404, 'messages.boardSessionEnded']);
    const written = await world.services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, room.id))
      .orderBy(auditLog.id);
    expect(written).toEqual([{ action: 'start-board' }, { action: 'end-board' }]);
  });

  test('of a second board ends the first one', async () => {
    const first = await begin();
    await follow(first.id);
    const second = await begin();
    expect(second.id).not.toBe(first.id);
    expect(await refusalOf(turn(first.id))).toEqual([404, 'messages.boardSessionEnded']);
    await end(first.id);
    expect(await board()).toMatchObject({ session: { id: second.id }, followers: [] });
  });

  test.each([
    ['its time is over', { endsAt: sql`now()` }],
    ['its board is silent', { seenAt: sql`now() - interval '121 seconds'` }],
  ])('ends by itself when %s', async (_, past) => {
    const session = await begin();
    await follow(session.id);
    await inDatabase(session.id, past);
    expect([await page(), (await seen()).session, (await board()).session]).toEqual([null, null, null]);
    expect(await refusalOf(turn(session.id))).toEqual([404, 'messages.boardSessionEnded']);
    await forgetEndedSessions(world.services);
    const rows = world.services.db.select().from(boardSessions).where(eq(boardSessions.id, session.id));
    expect(await rows).toEqual([]);
  });

  test('goes on as long as its board speaks, also of a page that cannot be shown, and is not cleaned up', async () => {
    const session = await begin();
    for (const contentId of [place.content.id, place.lesson.id]) {
      await inDatabase(session.id, { seenAt: sql`now() - interval '110 seconds'` });
      await turn(session.id, contentId);
      const [row] = await world.services.db.select().from(boardSessions).where(eq(boardSessions.id, session.id));
      expect(Date.now() - Number(row?.seenAt)).toBeLessThan(60_000);
    }
    await forgetEndedSessions(world.services);
    expect(await page()).toMatchObject({ id: session.id, version: 1 });
  });

  test('shows only published contents of the class’s textbook, in a running class', async () => {
    const { db } = world.services;
    const draft = await makeContent(db, { lessonId: place.lesson.id, position: 2, publishedAt: null });
    const other = await makePlace(world);
    const session = await begin();
    for (const id of [draft.id, other.content.id]) {
      expect(await refusalOf(start(id))).toEqual([404, 'messages.notFound']);
      expect(await refusalOf(turn(session.id, id))).toEqual([404, 'messages.notFound']);
    }
    const gone = await makeContent(db, { lessonId: place.lesson.id, position: 3 });
    await turn(session.id, gone.id);
    await db
      .update(contents)
      .set({ deletedAt: sql`now()` })
      .where(eq(contents.id, gone.id));
    expect(await page()).toBeNull();
    room = await aClass(place, { status: ClassStatus.INACTIVE });
    expect(await refusalOf(start())).toEqual([409, 'messages.classCompleted']);
  });

  test('is for those who see the class', async () => {
    const session = await begin();
    const token = await tokenFor(place, 'Teacher', 'other');
    const others = { token, params: params() };
    expect(await refusalOf(start(place.content.id, token))).toEqual([404, 'messages.notFound']);
    expect(await refusalOf(send(world, classBoard, others))).toEqual([404, 'messages.notFound']);
    const byOther = { token, params: { ...params(), sessionId: session.id } };
    expect(await refusalOf(send(world, endBoardSession, byOther))).toEqual([404, 'messages.notFound']);
    expect(await page()).toMatchObject({ id: session.id });
  });
});

describe('a student', () => {
  test('follows once for all devices, says what is done, and leaves', async () => {
    const session = await begin();
    expect(await seen()).toMatchObject({ session: { id: session.id }, isFollowing: false });
    const done = { contentHashCode: place.content.hashCode, heard: true };
    expect(await answerOf(followBoard, follow(session.id, done))).toMatchObject({ isFollowing: true });
    expect((await seen()).isFollowing).toBe(true);
    const row = { profileId: child.id, name: 'ひなた', animal: 'fox', number: null, isHere: true, isOnPage: true };
    expect((await board()).followers).toEqual([{ ...row, heard: true, spoken: false, finished: false }]);
    await turn(session.id);
    expect((await board()).followers).toMatchObject([{ isOnPage: false, heard: false }]);
    await follow(session.id, { contentHashCode: next.hashCode, spoken: true, finished: true });
    expect((await board()).followers).toMatchObject([{ heard: false, spoken: true, finished: true }]);
    await follow(session.id, { isFollowing: false });
    expect([(await seen()).isFollowing, (await board()).followers]).toEqual([false, []]);
  });

  test('is told apart from a follower of the same name and animal by the number on its tile', async () => {
    const session = await begin();
    const twin = await aProfile(place, room.id);
    for (const one of [twin, child]) await follow(session.id, {}, one);
    const numbers = async () => (await board()).followers.map(({ profileId, number }) => [profileId, number] as const);
    expect(Object.fromEntries(await numbers())).toEqual({ [child.id]: 1, [twin.id]: 2 });
    // The tile keeps its number when the other child leaves the board.
    await follow(session.id, { isFollowing: false });
    expect(await numbers()).toEqual([[twin.id, 2]]);
    await world.services.db.update(classProfiles).set({ number: 7 }).where(eq(classProfiles.profileId, twin.id));
    expect(await numbers()).toEqual([[twin.id, 7]]);
  });

  test('is listed by its number, and without one by the reading of its name', async () => {
    const { db } = world.services;
    const session = await begin();
    const [second, numbered] = [await aProfile(place, room.id), await aProfile(place, room.id)];
    const call = (id: string, name: string, reading: string) =>
      db.update(profiles).set({ name, reading }).where(eq(profiles.id, id));
    await call(child.id, '阿部 空', 'あべ そら');
    await call(second.id, '青木 海', 'あおき うみ');
    await call(numbered.id, '渡辺 凛', 'わたなべ りん');
    await db.update(classProfiles).set({ number: 9 }).where(eq(classProfiles.profileId, numbered.id));
    for (const one of [child, second, numbered]) await follow(session.id, {}, one);
    expect((await board()).followers.map(({ name }) => name)).toEqual(['渡辺 凛', '青木 海', '阿部 空']);
  });

  test('is no longer here when its tablet is silent', async () => {
    const session = await begin();
    await follow(session.id);
    await world.services.db
      .update(boardFollowers)
      .set({ seenAt: sql`now() - interval '80 seconds'` })
      .where(eq(boardFollowers.profileId, child.id));
    expect((await board()).followers).toMatchObject([{ isHere: false }]);
  });

  test('of another class, or taken out of this one, neither sees nor follows it', async () => {
    const session = await begin();
    const stranger = await aProfile(place, (await aClass(place)).id);
    expect(await refusalOf(follow(session.id, {}, stranger))).toEqual([404, 'messages.notFound']);
    await follow(session.id);
    const leaving = { token: teacher, params: { ...params(), profileId: child.id } };
    expect((await send(world, removeClassProfile, leaving)).status).toBe(204);
    expect(await refusalOf(follow(session.id))).toEqual([404, 'messages.notFound']);
    expect((await board()).followers).toEqual([]);
  });

  test('keeps nothing for a session that has ended', async () => {
    const first = await begin();
    const second = await begin();
    const answer = await answerOf(followBoard, follow(first.id));
    expect(answer).toMatchObject({ session: { id: second.id }, isFollowing: false });
    expect((await board()).followers).toEqual([]);
  });

  test('is one of forty that follow at the same moment from one address', async () => {
    const session = await begin();
    const children = await Promise.all(Array.from({ length: 40 }, () => aProfile(place, room.id)));
    const answers = await Promise.all(children.map((one) => follow(session.id, {}, one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await board()).followers).toHaveLength(40);
  });
});
