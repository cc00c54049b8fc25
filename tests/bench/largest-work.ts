import { classProfiles, profiles, users } from '#api/ground/db/schema.ts';
import { newId } from '#api/ground/db/ids.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { mostUpserts } from '#schema/rest/upserts.ts';
import { studentsAtOnce } from '#schema/rules/rosters.ts';
import { aClass, type Place, tokenFor } from '#tests/api/samples/place.ts';
import type { Sent } from '#tests/api/school.ts';
import { makeContent } from '#tests/support/teaching.ts';
import { type Request, requestOf } from './largest-bodies.ts';

// Each page of a book is printed by itself, so that two hundred show what two thousand do.
const many = { users: 20_000, pages: 200, children: 200, ids: 500 };
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

function operationOf(name: string): Operation {
  const found = contract.find((operation) => operation.name === name);
  if (!found) throw new Error(`no operation is called ${name}`);
  return found;
}

/** A file of people of ten megabytes. */
function people(rows: number): Buffer {
  const padding = 'x'.repeat(Math.floor((10 * 1024 * 1024) / rows) - 80);
  const line = () => `${newId()}@school.test,Aya,Sato,Teacher,${padding}\r\n`;
  return Buffer.from(`E-mail,First name,Last name,Role,Phone number\r\n${numbers(rows).map(line).join('')}`);
}

interface Delivery {
  readonly token: string;
  readonly content: Buffer;
  readonly dryRun: boolean;
}

function importOf({ world }: Place, { token, content, dryRun }: Delivery): Request {
  const part = (head: string) => `--largest\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="dryRun"')}${String(dryRun)}\r\n${part('name="file"; filename="people.csv"')}`),
    content,
    Buffer.from('\r\n--largest--\r\n'),
  ]);
  const contentType = 'multipart/form-data; boundary=largest';
  return { ...requestOf(world, operationOf('importUsers'), { token }), contentType, body };
}

async function addUsers({ world }: Place): Promise<void> {
  for (const block of numbers(many.users / 1_000))
    await world.services.db.insert(users).values(
      numbers(1_000).map((number) => ({
        id: newId(),
        email: `p${block}-${number}@many.test`,
        firstName: `Aya${number}`,
        lastName: 'Sato',
        role: 'Teacher' as const,
      })),
    );
}

/** A class of as many children as it may hold. */
async function fullClass(place: Place): Promise<string> {
  const { db } = place.world.services;
  const room = await aClass(place);
  const children = numbers(many.children).map((number) => ({
    id: newId(),
    name: `ひなた${number}`,
    animal: 'fox' as const,
  }));
  await db.insert(profiles).values(children);
  await db.insert(classProfiles).values(children.map(({ id }) => ({ classId: room.id, profileId: id })));
  return room.id;
}

/** Calls of the most that is allowed: files, exports, many rows at once. */
export async function largestWork(place: Place): Promise<[string, Request][]> {
  const { db } = place.world.services;
  const token = (await tokenFor(place, 'Administrator')) ?? '';
  await addUsers(place);
  const classId = await fullClass(place);
  const room = await aClass(place);
  const rooms = [];
  for (const _ of numbers(many.ids)) rooms.push((await aClass(place)).id);
  const pageIds = [];
  for (const position of numbers(many.pages))
    pageIds.push((await makeContent(db, { lessonId: place.lesson.id, position: position + 1 })).id);
  const call = (name: string, sent: Sent): [string, Request] => [
    `${name}, right and largest`,
    requestOf(place.world, operationOf(name), { token, ...sent }),
  ];
  const people500 = await db.select({ id: users.id }).from(users).limit(many.ids);
  const rosterRow = (number: number) => ({
    externalId: `sis-${number}`,
    email: `sis-${number}@many.test`,
    firstName: 'Aya',
    lastName: 'Sato',
  });
  const classRow = (number: number) => ({
    externalId: `sis-${number}`,
    className: 'あ'.repeat(60),
    textBookId: place.book.id,
    startDate: '2026-04-01',
    endDate: '2027-03-31',
    secondaryTeachers: numbers(200).map((teacher) => `sis-${teacher}`),
  });
  return [
    ['importUsers, 10,000 rows, checked', importOf(place, { token, content: people(10_000), dryRun: true })],
    ['importUsers, 10,000 rows', importOf(place, { token, content: people(10_000), dryRun: false })],
    ['importUsers, 110 rows of 95 kB', importOf(place, { token, content: people(110), dryRun: true })],
    call('exportUsers', { query: { Language: 'en' } }),
    call('exportTextBookQrCodes', { params: { textBookId: place.book.id } }),
    call('upsertUsers', { body: { rows: numbers(mostUpserts).map(rosterRow) } }),
    call('upsertTextBooks', {
      body: {
        rows: numbers(mostUpserts).map((at) => ({
          externalId: `sis-${at}`,
          name: 'あ'.repeat(60),
          shortCode: `S-${at}`,
        })),
      },
    }),
    call('upsertClasses', { body: { rows: numbers(mostUpserts).map(classRow) } }),
    call('addClassStudents', {
      params: { id: room.id },
      body: { students: numbers(studentsAtOnce).map((number) => ({ name: `はると${number}`, animal: 'fox' })) },
    }),
    call('classProfiles', { params: { classId, id: classId } }),
    call('copyClasses', { body: { ids: rooms.slice(0, 100), dryRun: false } }),
    call('extendClasses', { body: { ids: rooms, endDate: '2028-03-31' } }),
    call('setUserStatuses', { body: { ids: people500.map(({ id }) => id), status: UserStatus.DEACTIVATED } }),
    call('updateContentsOrder', {
      body: { lessonId: place.lesson.id, contentIds: [place.content.id, ...pageIds].reverse(), version: 1 },
    }),
  ];
}
