import { beforeAll, describe, expect, test } from 'vitest';
import { classProfiles, type classes } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { takeCard } from '#schema/rest/rosters.ts';
import { newId } from '#api/ground/db/ids.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, problemOf, send } from './school.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';

const world = keptApi();
let place: Place;
let teacher: string;
let colleague: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
  colleague = (await addStaff(world, { role: 'Teacher', invitedById: place.own.SchoolOwner.id })).id;
});

const lastYear = { startDate: '2019-04-01', endDate: '2020-03-31' };
const nextYear = { startDate: '2099-04-01', endDate: '2100-03-31' };

/** A child of this teacher's class who is in a class of another one too. */
async function aChild(elsewhere: Partial<typeof classes.$inferInsert>) {
  const { id } = await aClass(place);
  const other = await aClass(place, { mainTeacherId: colleague, ...elsewhere });
  const child = await aProfile(place, id);
  await world.services.db.insert(classProfiles).values({ classId: other.id, profileId: child.id });
  const params = { id, profileId: child.id };
  const rename = (body: object) =>
    send(world, operations.renameClassProfile, {
      token: teacher,
      params,
      body: { name: 'ひなた', animal: 'fox', ...body },
    });
  const renew = () => send(world, operations.renewClassProfileCard, { token: teacher, params });
  const draw = () => send(world, operations.drawClassProfilePictures, { token: teacher, params });
  return { rename, renew, draw };
}

describe('a child who is in a colleague’s class of another year too', () => {
  test.each([
    ['past', lastYear],
    ['coming', nextYear],
  ])('(a %s one) gets a new card, animals and a name from its teacher', async (_, dates) => {
    const { rename, renew, draw } = await aChild(dates);
    await renew().expect(200);
    await draw().expect(200);
    await rename({ name: 'そら', version: 3 }).expect(200);
  });

  test('gets a new card, but no other name, where that class is another school’s', async () => {
    const { Teacher, SchoolOwner } = place.other;
    const theirs = { mainTeacherId: Teacher.id, schoolAdministratorId: SchoolOwner.id, ...lastYear };
    const { rename, renew } = await aChild(theirs);
    await renew().expect(200);
    expect((await problemOf(rename({ name: 'そら', version: 2 }), 409)).messageKey).toBe(
      'messages.profileInOtherClass',
    );
  });
});

test('a number is of one class alone, and is set whatever other class the child is in', async () => {
  const { rename } = await aChild({});
  await rename({ number: 7, version: 1 }).expect(200);
  for (const body of [{ name: 'そら' }, { animal: 'owl' }, { reading: 'そら' }])
    expect((await problemOf(rename({ ...body, version: 2 }), 409)).messageKey).toBe('messages.profileInOtherClass');
});

test('a card opens the class of this year where a turn gave the next one the same time, whatever their ids', async () => {
  const { db } = world.services;
  // The ids of classes that were made by a form follow no order.
  const [next, old] = [newId(), `f${newId().slice(1)}`];
  const lastSeenAt = new Date('2026-01-01');
  const child = await aProfile(place);
  for (const over of [{ id: next, ...nextYear }, { id: old }]) {
    const { id: classId } = await aClass(place, over);
    await db.insert(classProfiles).values({ classId, profileId: child.id, lastSeenAt });
  }
  const { items } = await answerOf(
    operations.classProfiles,
    send(world, operations.classProfiles, { token: teacher, params: { id: old } }),
  );
  const cardCode = items[0]?.cardLink.split('#')[1] ?? '';
  expect((await answerOf(takeCard, send(world, takeCard, { body: { cardCode } }))).lastClass?.id).toBe(old);
});
