import request from 'supertest';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { auditLog, classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import * as ofClass from '#schema/rest/class-profiles.ts';
import { eraseProfile } from '#schema/rest/privacy.ts';
import { classRoster, takeCard, takeProfile } from '#schema/rest/rosters.ts';
import { classHashCode } from '#schema/rest/students.ts';
import { deviceProfiles } from '#schema/rest/student-profiles.ts';
import { ChildGuard, ClassStatus } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
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

const take = (cardCode: string) => send(world, takeCard, { body: { cardCode } });
const renew = (id: string, profileId: string, token = teacher) =>
  send(world, ofClass.renewClassProfileCard, { token, params: { id, profileId } });

async function aCard(guard: ChildGuard = ChildGuard.PICTURES) {
  const found = await aClass(place, { childGuard: guard });
  const child = await aProfile(place, found.id);
  const { items } = await answerOf(
    ofClass.classProfiles,
    send(world, ofClass.classProfiles, { token: teacher, params: { id: found.id } }),
  );
  const [row] = items;
  if (!row) throw new Error('The class has no child');
  return { found, child, row, code: codeIn(row.cardLink) };
}
const codeIn = (link: string) => /\/student\/card#([\w-]{24})$/.exec(link)?.[1] ?? '';

test('a card opens its child without the animals, in the last running class, on any device', async () => {
  const { found, child, code } = await aCard();
  const device = newHashCode();
  const taken = await answerOf(takeCard, take(code).set('x-device', device));
  expect(taken).toMatchObject({ id: child.id, name: 'ひなた', animal: 'fox', asksPictures: true });
  expect(taken.lastClass?.classHashCode).toBe(found.classHashCode);
  const { token } = taken;
  await send(world, classHashCode, { token, params: { id: found.id } }).expect(200);
  expect(await answerOf(deviceProfiles, send(world, deviceProfiles, {}).set('x-device', device))).toEqual([]);

  const other = await aClass(place, { childGuard: ChildGuard.NONE });
  const { db } = world.services;
  await db.insert(classProfiles).values({ classId: other.id, profileId: child.id, lastSeenAt: new Date(0) });
  await db.update(classes).set({ status: ClassStatus.INACTIVE }).where(eq(classes.id, found.id));
  const again = await answerOf(takeCard, take(code));
  expect([again.lastClass?.classHashCode, again.asksPictures]).toEqual([other.classHashCode, false]);
});

test('its QR code is a picture that reads as its link', async () => {
  const { row } = await aCard();
  const picture = await request(world.apiUrl).get(`/api${row.cardQrCode.png.url}`).buffer(true).expect(200);
  expect(await readQrCode(picture.body as Buffer)).toBe(row.cardLink);
  expect(row.cardQrCode.svg.url).not.toContain(codeIn(row.cardLink));
});

test('a new card ends the old one and its picture, and leaves a line in the log without the code', async () => {
  const { found, child, row, code } = await aCard();
  const renewed = await answerOf(ofClass.renewClassProfileCard, renew(found.id, child.id));
  expect(renewed.version).toBe(2);
  await problemOf(take(code), 404);
  await take(codeIn(renewed.cardLink)).expect(200);
  await request(world.apiUrl).get(`/api${row.cardQrCode.png.url}`).expect(404);
  expect(await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, child.id))).toMatchObject([
    { action: 'renew-card', before: null, after: { name: 'ひなた' } },
  ]);
});

test('a new card is refused to who does not see the class or all of the child’s', async () => {
  const { found, child, code } = await aCard();
  await problemOf(renew(found.id, child.id, stranger), 404);
  await problemOf(renew((await aClass(place)).id, child.id), 404);
  await problemOf(renew(found.id, 'none'), 400);
  const elsewhere = await aClass(place, { mainTeacherId: place.other.Teacher.id, schoolAdministratorId: null });
  await world.services.db.insert(classProfiles).values({ classId: elsewhere.id, profileId: child.id });
  expect((await problemOf(renew(found.id, child.id), 409)).messageKey).toBe('messages.profileInOtherClass');
  await take(code).expect(200);
});

test('a card opens nothing when it is unknown, when its child was removed, and when the child was erased', async () => {
  await problemOf(take(newHashCode()), 404);
  await problemOf(take('no card!'), 400);
  const { child, code } = await aCard();
  const { db } = world.services;
  await db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, child.id));
  await problemOf(take(code), 404);
  const erased = await aCard();
  const token = await tokenFor(place, 'Administrator');
  const params = { id: erased.child.id };
  await send(world, eraseProfile, { token, params, body: { confirmName: 'ひなた' } });
  await problemOf(take(erased.code), 404);
});

test('where a class asks for cards, nothing but the card opens a child, on another class’s tablets too', async () => {
  const { found, child, code } = await aCard(ChildGuard.CARD);
  const other = await aClass(place, { childGuard: ChildGuard.NONE });
  await world.services.db.insert(classProfiles).values({ classId: other.id, profileId: child.id });
  for (const { classHashCode: classCode } of [found, other]) {
    const query = { ClassHashCode: classCode };
    const [row] = await answerOf(classRoster, send(world, classRoster, { query }));
    expect(row).toMatchObject({ id: child.id, asksCard: true, asksPictures: false });
    const body = { classHashCode: classCode, profileId: child.id, pictures: [] };
    expect((await problemOf(send(world, takeProfile, { body }), 403)).messageKey).toBe('messages.cardOnly');
  }
  expect(await answerOf(takeCard, take(code))).toMatchObject({ id: child.id, asksCard: true });
  await world.services.db.update(classes).set({ status: ClassStatus.INACTIVE }).where(eq(classes.id, found.id));
  const body = { classHashCode: other.classHashCode, profileId: child.id };
  await send(world, takeProfile, { body }).expect(200);
});
