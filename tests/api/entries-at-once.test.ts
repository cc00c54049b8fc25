import { eq } from 'drizzle-orm';
import type { Test } from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { takeOut } from '#api/domains/class-profiles/take-out.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles } from '#api/ground/db/schema.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { takeProfile } from '#schema/rest/rosters.ts';
import { createStudent, joinClass } from '#schema/rest/student-profiles.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

const caller = () => ({ kind: 'Teacher' as const, userId: place.own.Teacher.id, sessionId: null });

const create = (classHashCode: string, device = newHashCode()) =>
  send(world, createStudent, { body: { name: 'Mia', animal: 'fox', classHashCode } }).set('x-device', device);
const join = (classHashCode: string, token: string) => send(world, joinClass, { token, body: { classHashCode } });

interface During {
  readonly classId: string;
  readonly change: (tx: Queryable) => Promise<unknown>;
  readonly calls: readonly Test[];
  readonly status: number;
}

/** Sends calls while a change holds the class; they wait for it, and are refused then. */
async function refusedAfter({ classId, change, calls, status }: During) {
  const answers = await world.services.db.transaction(async (tx) => {
    await lockClass(tx, caller(), classId);
    await change(tx);
    const sent = calls.map((call) => problemOf(call, status));
    await expect.poll(() => waitingForLock(world)).toBe(calls.length);
    return sent;
  });
  return Promise.all(answers);
}

const inClass = async (classId: string) =>
  world.services.db
    .select({ id: classProfiles.profileId, byOldCode: classProfiles.byOldCode })
    .from(classProfiles)
    .where(eq(classProfiles.classId, classId));

test('a code that is replaced meanwhile opens the class to nobody who is just entering by it', async () => {
  const { id: classId, classHashCode } = await aClass(place, { childGuard: ChildGuard.NONE });
  const [present, stranger] = [await aProfile(place, classId), await aProfile(place)];
  await refusedAfter({
    classId,
    change: async (tx) => {
      await tx.update(classes).set({ classHashCode: newHashCode() }).where(eq(classes.id, classId));
      await tx.update(classProfiles).set({ byOldCode: true }).where(eq(classProfiles.classId, classId));
    },
    calls: [
      join(classHashCode, present.token),
      join(classHashCode, stranger.token),
      create(classHashCode),
      send(world, takeProfile, { body: { classHashCode, profileId: present.id, pictures: [] } }),
    ],
    status: 404,
  });
  expect(await inClass(classId)).toEqual([{ id: present.id, byOldCode: true }]);
});

test('a device that is blocked meanwhile makes no new child in the class', async () => {
  const { id: classId, classHashCode, className } = await aClass(place);
  const device = newHashCode();
  const { id, name } = await answerOf(createStudent, create(classHashCode, device));
  const taken = { requestId: newId(), classId, className, children: [{ id, name }], block: true };
  const problems = await refusedAfter({
    classId,
    change: (tx) => takeOut(tx, { caller: caller(), ...taken }),
    calls: [create(classHashCode, device)],
    status: 403,
  });
  expect(problems.map(({ messageKey }) => messageKey)).toEqual(['messages.blockedFromClass']);
  expect(await inClass(classId)).toEqual([]);
});
