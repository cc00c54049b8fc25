import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '#api/ground/db/schema.ts';
import { type ModerationState, reportCommunityPost } from '#schema/rest/community.ts';
import * as operations from '#schema/rest/moderation.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
});

interface Wanted {
  readonly state: ModerationState;
  readonly version: number;
  readonly undo?: unknown;
}

/** A post on the wall that these children reported. */
async function aReportedPost(reasons: readonly string[]) {
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  const { id } = await makePost(world.services.db, { classId, profileId });
  const report = async (reason: string) => {
    const { token } = await aProfile(place, classId);
    await send(world, reportCommunityPost, { token, params: { id }, body: { reason } }).expect(204);
  };
  for (const reason of reasons) await report(reason);
  const sent = (body: Wanted, token = teacher) =>
    send(world, operations.setCommunityPostState, { token, params: { id }, body: { ...body } });
  const decide = async (body: Wanted) => {
    const { state, version, reports } = await answerOf(operations.setCommunityPostState, sent(body));
    return { state, version, reports: reports.map(({ reason }) => reason) };
  };
  return { id, report, sent, decide };
}

test('the undo of a hiding shows the post again and reopens the reports that the hiding answered', async () => {
  const { id, report, decide, sent } = await aReportedPost(['first']);
  await send(world, operations.resolveCommunityReports, { token: teacher, params: { id } }).expect(200);
  await report('second');
  await report('third');
  const hidden = await decide({ state: 'hidden', version: 1 });
  expect(hidden).toEqual({ state: 'hidden', version: 2, reports: [] });
  const stranger = await tokenFor(place, 'Teacher', 'other');
  await problemOf(sent({ state: 'approved', version: 2, undo: true }, stranger), 404);
  await problemOf(sent({ state: 'approved', version: 1, undo: true }), 409);
  await problemOf(sent({ state: 'approved', version: 2, undo: 'yes' }), 400);
  const shown = await decide({ state: 'approved', version: 2, undo: true });
  expect(shown).toEqual({ state: 'approved', version: 3, reports: ['second', 'third'] });
  const { db } = world.services;
  const written = await db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(asc(auditLog.id));
  expect(written.at(-1)).toMatchObject({ action: 'approve', before: { reports: 2 }, after: { reports: 0 } });

  // The reopened reports wait for an answer like new ones.
  expect(await decide({ state: 'hidden', version: 3 })).toMatchObject({ version: 4, reports: [] });
  expect(await decide({ state: 'approved', version: 4, undo: true })).toMatchObject({ reports: ['second', 'third'] });
});

test('a later decision to show a hidden post leaves its reports answered', async () => {
  const { decide } = await aReportedPost(['first']);
  await decide({ state: 'hidden', version: 1 });
  expect(await decide({ state: 'approved', version: 2 })).toEqual({ state: 'approved', version: 3, reports: [] });
  // This undo takes back the showing, which answered no report.
  expect(await decide({ state: 'hidden', version: 3, undo: true })).toMatchObject({ state: 'hidden', reports: [] });
});

test('the undo of an approval lets the post wait again, with its reports', async () => {
  const { decide } = await aReportedPost(['first']);
  expect(await decide({ state: 'pending', version: 1 })).toMatchObject({ reports: ['first'] });
  expect(await decide({ state: 'approved', version: 2 })).toMatchObject({ reports: [] });
  expect(await decide({ state: 'pending', version: 3, undo: true })).toMatchObject({
    state: 'pending',
    reports: ['first'],
  });
});

test('the undo of an approval of what was approved already opens its reports, and leaves a line in the log', async () => {
  const { id, decide } = await aReportedPost(['first']);
  expect(await decide({ state: 'approved', version: 1 })).toMatchObject({ version: 2, reports: [] });
  expect(await decide({ state: 'approved', version: 2, undo: true })).toEqual({
    state: 'approved',
    version: 3,
    reports: ['first'],
  });
  const written = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.id);
  expect(written.at(-1)).toMatchObject({ action: 'approve', before: { reports: 1 } });
});

test('a report that came after the queue was read stays open when those that were shown are answered', async () => {
  const { id, report } = await aReportedPost(['first']);
  const another = await aReportedPost(['of another post']);
  const shownOf = async (postId: string) => {
    const query = { State: ['reported'], PageSize: 100 };
    const { items } = await answerOf(
      operations.communityQueue,
      send(world, operations.communityQueue, { token: teacher, query }),
    );
    return items.find((post) => post.id === postId)?.reports ?? [];
  };
  const shown = [...(await shownOf(id)), ...(await shownOf(another.id))].map((one) => one.id);
  await report('second');
  const call = { token: teacher, params: { id }, body: { reportIds: shown } };
  const keep = () =>
    answerOf(operations.resolveCommunityReports, send(world, operations.resolveCommunityReports, call));
  expect((await keep()).reports.map(({ reason }) => reason)).toEqual(['second']);
  expect((await keep()).reports).toHaveLength(1);
  expect(await shownOf(another.id)).toHaveLength(1);
  const written = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(written.map(({ action, after }) => [action, after?.reports])).toEqual([['resolve-reports', 1]]);
});
