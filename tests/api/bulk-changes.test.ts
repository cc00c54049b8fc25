import type { PoolClient } from 'pg';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classProfiles, removedClassProfiles } from '#api/ground/db/schema.ts';
import { WalledPool } from '#api/ground/db/wall/walled-pool.ts';
import * as admission from '#schema/rest/class-admission.ts';
import { addClassStudents } from '#schema/rest/class-profiles.ts';
import { extendClasses, setClassStatuses } from '#schema/rest/classes-at-once.ts';
import { ClassStatus, UserStatus } from '#schema/rest/enumerations.ts';
import { approveCommunityPosts, deleteStudentPosts, hideStudentPosts } from '#schema/rest/moderation.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { setUserStatuses } from '#schema/rest/users-at-once.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow, makePost } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { addStaff, send, tokenOf } from './school.ts';

// Each statement is a way to the database and back, so a bulk change of a whole school sends a few, not some for each row.

const world = keptApi();
let place: Place;
const tokens = { teacher: '', owner: '' };

beforeAll(async () => {
  place = await makePlace(world);
  tokens.teacher = await tokenOf(world, place.own.Teacher);
  tokens.owner = await tokenOf(world, place.own.SchoolOwner);
});

/** How many statements are sent meanwhile, in transactions too, without those of the queue of jobs. */
async function statementsOf(work: () => PromiseLike<unknown>): Promise<number> {
  const { pool } = world.services;
  if (!(pool instanceof WalledPool)) throw new Error('The services have another pool');
  const sent = new Map<PoolClient, MockInstance>();
  const watch = (client: PoolClient) => {
    if (!sent.has(client)) sent.set(client, vi.spyOn(client, 'query'));
  };
  for (const part of pool.pools) part.on('acquire', watch);
  try {
    await work();
    const calls = [...sent.values()].flatMap(({ mock }) => mock.calls);
    return calls.filter(([statement]) => !JSON.stringify(statement).includes('graphile_worker')).length;
  } finally {
    for (const part of pool.pools) part.off('acquire', watch);
    for (const spy of sent.values()) spy.mockRestore();
  }
}

interface Call {
  readonly operation: Operation;
  readonly token: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: object;
}

const several = <Made>(count: number, make: (at: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

async function classOf(count: number) {
  const { id } = await aClass(place);
  return { id, profileIds: idsOf(await several(count, () => aProfile(place, id))) };
}

async function wallOf(count: number, state: 'pending' | 'approved') {
  const { id: classId, profileIds } = await classOf(2);
  const posts = await several(count, (at) =>
    makePost(world.services.db, { classId, profileId: profileIds[at % 2] ?? '', state }),
  );
  return { classId, profileIds, postIds: idsOf(posts) };
}

const people = (count: number, status: UserStatus) =>
  several(count, () => addStaff(world, { role: 'Teacher', status, invitedById: place.own.SchoolOwner.id }));

async function ofChildren(operation: Operation, count: number, before: 'waiting' | 'removed' | 'joined') {
  const { id, profileIds } = await classOf(count);
  const call = { token: tokens.teacher, params: { id }, body: { profileIds } };
  if (before === 'waiting')
    await world.services.db.update(classProfiles).set({ waiting: true }).where(eq(classProfiles.classId, id));
  if (before === 'removed') await send(world, admission.removeClassProfiles, call).expect(200);
  return { operation, ...call };
}

/** Makes the call that changes so many rows. */
const bulkChanges: Readonly<Record<string, (count: number) => Promise<Call>>> = {
  'to remove children': (count) => ofChildren(admission.removeClassProfiles, count, 'joined'),
  'to bring children back': (count) => ofChildren(admission.restoreClassProfiles, count, 'removed'),
  'to admit children': (count) => ofChildren(admission.admitClassProfiles, count, 'waiting'),
  'to add children': async (count) => {
    const { id } = await classOf(0);
    const students = await several(count, async (at) => ({ name: `れん${at}` }));
    return { operation: addClassStudents, token: tokens.teacher, params: { id }, body: { students } };
  },
  'to approve posts': async (count) => {
    const { postIds: ids } = await wallOf(count, 'pending');
    return { operation: approveCommunityPosts, token: tokens.teacher, body: { ids } };
  },
  'to hide posts': async (count) => {
    const { classId, profileIds: studentIds } = await wallOf(count, 'approved');
    return { operation: hideStudentPosts, token: tokens.teacher, body: { classId, studentIds } };
  },
  'to delete posts': async (count) => {
    const { classId, profileIds: studentIds } = await wallOf(count, 'approved');
    return { operation: deleteStudentPosts, token: tokens.teacher, body: { classId, studentIds } };
  },
  'to archive classes': async (count) => {
    const body = { ids: idsOf(await several(count, () => aClass(place))), status: ClassStatus.INACTIVE };
    return { operation: setClassStatuses, token: tokens.owner, body };
  },
  'to extend classes': async (count) => {
    const body = { ids: idsOf(await several(count, () => aClass(place))), endDate: dayFromNow(300) };
    return { operation: extendClasses, token: tokens.owner, body };
  },
  'to deactivate people': async (count) => {
    const body = { ids: idsOf(await people(count, UserStatus.ACTIVED)), status: UserStatus.DEACTIVATED };
    return { operation: setUserStatuses, token: tokens.owner, body };
  },
};

test.each(Object.entries(bulkChanges))('takes as many statements %s for thirty as for three', async (_, make) => {
  const requestId = newId();
  const [few, many] = [await make(3), await make(30)];
  const carryOut = ({ operation, ...call }: Call) => send(world, operation, call).set('x-request-id', requestId);
  const expected = (answer: { status: number }) => expect([200, 201]).toContain(answer.status);
  const forFew = await statementsOf(async () => expected(await carryOut(few)));
  const forMany = await statementsOf(async () => expected(await carryOut(many)));
  expect(forFew).toBeGreaterThan(3);
  // Less than one for each row more: jobs may send some statements meanwhile.
  expect(forMany).toBeLessThan(forFew + 20);
  // Each row has its own line of the audit log, with its name.
  const lines = await world.services.db.select().from(auditLog).where(eq(auditLog.requestId, requestId));
  expect(new Set(lines.map(({ entityId }) => entityId)).size).toBe(33);
  expect(lines).toHaveLength(33);
  expect(lines.filter(({ entity, entityName }) => entity !== 'community_posts' && entityName === '')).toEqual([]);
});

test('of children who come back with the same number one gets it, and none where another child has it by now', async () => {
  const { db } = world.services;
  const { id, profileIds } = await classOf(5);
  const [kept = '', ...gone] = profileIds.toSorted();
  const call = { token: tokens.teacher, params: { id }, body: { profileIds: gone } };
  await send(world, admission.removeClassProfiles, call).expect(200);
  const numbers = [5, 5, 7, null];
  for (const [at, profileId] of gone.entries())
    await db
      .update(removedClassProfiles)
      .set({ number: numbers[at] ?? null })
      .where(eq(removedClassProfiles.profileId, profileId));
  await db.update(classProfiles).set({ number: 7 }).where(eq(classProfiles.profileId, kept));
  // This child came back by the code meanwhile.
  const [first = ''] = gone;
  await db.insert(classProfiles).values({ classId: id, profileId: first });
  await send(world, admission.restoreClassProfiles, call).expect(200);
  const rows = await db.select().from(classProfiles).where(eq(classProfiles.classId, id));
  const numberOf = (profileId: string) => rows.find((row) => row.profileId === profileId)?.number;
  expect([kept, ...gone].map(numberOf)).toEqual([7, null, 5, null, null]);
});
