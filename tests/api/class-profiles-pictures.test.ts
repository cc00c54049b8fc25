import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, classProfiles, profiles } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { takeProfile } from '#schema/rest/rosters.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;
let stranger: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
  stranger = (await tokenFor(place, 'Teacher', 'other')) ?? '';
});

const draw = (id: string, profileId: string, token = teacher) =>
  send(world, operations.drawClassProfilePictures, { token, params: { id, profileId } });
const auditOf = (entityId: string) =>
  world.services.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.at, auditLog.id);

describe('drawing new animals for a profile', () => {
  test('ends the old ones, and leaves a line in the log without them', async () => {
    const { id, classHashCode } = await aClass(place);
    const child = await aProfile(place, id);
    const old: AnimalName[] = ['cat', 'cat', 'cat'];
    await world.services.db.update(profiles).set({ pictures: old }).where(eq(profiles.id, child.id));
    const { pictures, version } = await answerOf(operations.drawClassProfilePictures, draw(id, child.id));
    expect([new Set(pictures).size, version]).toEqual([3, 2]);
    const take = (shown: readonly string[]) =>
      send(world, takeProfile, { body: { classHashCode, profileId: child.id, pictures: shown } });
    await problemOf(take(old), 403);
    await take(pictures).expect(200);
    expect(await auditOf(child.id)).toMatchObject([
      { action: 'draw-pictures', before: null, after: { name: 'ひなた' } },
    ]);
  });

  test('is refused to who does not see the class or all of the child’s, and for a child of another class', async () => {
    const { id } = await aClass(place);
    const child = await aProfile(place, id);
    await problemOf(draw(id, child.id, stranger), 404);
    await problemOf(draw((await aClass(place)).id, child.id), 404);
    await problemOf(draw(id, 'none'), 400);
    const elsewhere = await aClass(place, { mainTeacherId: place.other.Teacher.id, schoolAdministratorId: null });
    await world.services.db.insert(classProfiles).values({ classId: elsewhere.id, profileId: child.id });
    const { messageKey } = await problemOf(draw(id, child.id), 409);
    expect(messageKey).toBe('messages.profileInOtherClass');
  });
});
