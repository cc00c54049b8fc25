import { eq } from 'drizzle-orm';
import { buildSchema, isInputObjectType, isNonNullType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { schools } from '#api/ground/db/schema.ts';
import { makeWriter, type Writer } from '#tests/api/book-writer.ts';
import { addStaff, makeSchools, send } from '#tests/api/school.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { addClassStudents, classStudent, renameClassProfile } from '#schema/rest/class-profiles.ts';
import { classById, createClass, updateClass } from '#schema/rest/classes.ts';
import { contentById, updateContent } from '#schema/rest/contents.ts';
import { contract } from '#schema/rest/contract.ts';
import {
  Admission,
  ChildGuard,
  ClassStatus,
  ContentType,
  PhoneType,
  PostApproval,
  SchoolLanguage,
} from '#schema/rest/enumerations.ts';
import { lessonById, updateLesson } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { pushAndListenItems, updatePushAndListenItem } from '#schema/rest/push-and-listen.ts';
import { acceptsNothing, shapeOf } from '#schema/rest/shapes.ts';
import { schoolSettingsById, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import { createSchool } from '#schema/rest/schools.ts';
import { signInProviders, updateSignInProvider } from '#schema/rest/sign-in-providers.ts';
import { textBookById, updateTextBook } from '#schema/rest/textbooks.ts';
import { updateUser, userById } from '#schema/rest/users.ts';

type Values = Readonly<Record<string, unknown>>;

/** A stored row, none of whose optional fields has the value that a new row gets. */
interface Stored {
  readonly update: Operation;
  readonly id: string;
  /** What names the row in the path; `id` where this is left out. */
  readonly params?: Readonly<Record<string, string>>;
  /** Every field as it is, as /api takes it. */
  readonly body: Values;
  /** What GraphQL spells otherwise. */
  readonly spelt?: Values;
  readonly read: () => Promise<Values>;
}

const world = keptWorld();
const rows: Record<string, Stored> = {};
let writer: Writer;

// They are no field of the row.
const notStored = new Set(['password', 'clientSecret', 'from', 'undo', 'version']);

const optionalOf = ({ body }: Operation): string[] =>
  Object.entries(shapeOf(body)).flatMap(([name, rule]) => (acceptsNothing(rule) && !notStored.has(name) ? [name] : []));

const updates = contract.filter(
  (operation) => operation.method === 'PUT' && 'version' in shapeOf(operation.body) && optionalOf(operation).length > 0,
);

beforeAll(async () => {
  writer = await makeWriter(world);
  const { call, picture, sound } = writer;
  const read = (operation: Operation, id: string) => async () =>
    (await answerOf(operation, call(operation, { params: { id, Id: id } }))) as unknown as Values;
  const put = (row: Omit<Stored, 'read'>, operation: Operation) => {
    rows[row.update.name] = { ...row, read: read(operation, row.id) };
  };

  const { people } = await makeSchools(world);
  const named = { firstName: 'Yui', lastName: 'Mori', role: 'Teacher', language: 'jp' } as const;
  const externalId = newId();
  const phone = { phoneNumber: '0312345678', phoneType: PhoneType.LANDLINE };
  const username = newId();
  const { id: userId, email } = await addStaff(world, { ...named, ...phone, externalId, username });
  const spelt = { role: 'TEACHER', phoneType: 'LANDLINE', language: 'JP' };
  put({ update: updateUser, id: userId, body: { ...named, ...phone, email, externalId, username }, spelt }, userById);

  const { id: bookId } = await writer.book();
  const ofClass = {
    className: '3-1',
    textBookId: bookId,
    startDate: '2026-04-01',
    endDate: '2027-03-31',
    status: ClassStatus.INACTIVE,
    childGuard: ChildGuard.NONE,
    admission: Admission.ALWAYS,
    codeOpens: false,
    approvalRequired: false,
    externalId,
    mainTeacherId: people.teacher.id,
    schoolAdministratorId: people.owner.id,
    secondaryTeacherIds: [people.colleague.id],
  };
  const { id: classId } = await answerOf(createClass, call(createClass, { body: ofClass }));
  const inWords = { status: 'INACTIVE', childGuard: 'NONE', admission: 'ALWAYS' };
  put({ update: updateClass, id: classId, body: ofClass, spelt: inWords }, classById);

  const draft = { description: 'For the first year', published: false };
  const ofBook = writer.values.book({ ...draft, thumbnailId: picture.id, externalId });
  const book = await writer.book(ofBook);
  put({ update: updateTextBook, id: book.id, body: ofBook }, textBookById);

  const ofLesson = writer.values.lesson(draft);
  const lesson = await writer.lesson(book.id, ofLesson);
  put({ update: updateLesson, id: lesson.id, body: ofLesson }, lessonById);

  const links = {
    youtubeLink: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    wordwallLink: 'https://wordwall.net/resource/1',
  };
  const ofContent = writer.values.content({ ...draft, ...links, type: ContentType.VIDEO, audioId: sound.id });
  const content = await writer.content(lesson.id, ofContent);
  put({ update: updateContent, id: content.id, body: ofContent, spelt: { type: 'VIDEO' } }, contentById);

  const spot = { x: 10, y: 20, width: 30, height: 40 };
  const ofItem = writer.values.item({ fileName: 'mine.wav', spot });
  const page = await writer.content(lesson.id, { type: ContentType.PUSH_AND_LISTEN });
  const item = await writer.item(page.id, ofItem);
  const readItem = async () => {
    const query = { ContentId: page.id };
    const [found] = await answerOf(pushAndListenItems, call(pushAndListenItems, { query }));
    return found as Values;
  };
  rows[updatePushAndListenItem.name] = { update: updatePushAndListenItem, id: item.id, body: ofItem, read: readItem };

  const ofChild = { name: 'Sora', reading: 'そら', number: 7, animal: 'owl' };
  const students = [ofChild];
  const added = await answerOf(
    addClassStudents,
    call(addClassStudents, { params: { id: classId }, body: { students } }),
  );
  const { id: profileId = '' } = added[0] ?? {};
  const params = { id: classId, profileId };
  const readChild = async () => (await answerOf(classStudent, call(classStudent, { params }))).profile;
  const spoken = { animal: 'OWL' };
  const child = { update: renameClassProfile, id: profileId, params, body: ofChild, spelt: spoken, read: readChild };
  rows[renameClassProfile.name] = child;

  const { id: schoolId } = await answerOf(createSchool, call(createSchool, { body: { name: 'Left out' } }));
  const provider = await giveProvider(world.services, { schoolId, createsTeachers: true });
  const { name, issuer, clientId, domains } = provider;
  const ofProvider = { name, issuer, clientId, domains, roles: ['Teacher'], createsTeachers: true };
  const ofSchool = call(signInProviders, { params: { id: schoolId } });
  const readProvider = async () => (await answerOf(signInProviders, ofSchool))[0] as unknown as Values;
  rows[updateSignInProvider.name] = {
    ...{ update: updateSignInProvider, id: provider.id, body: ofProvider, spelt: { roles: ['TEACHER'] } },
    read: readProvider,
  };

  const { id: settledId } = await answerOf(createSchool, call(createSchool, { body: { name: 'With a logo' } }));
  const limits = { retentionMonths: 6, worksPerDay: 5, storageMegabytes: 100, familyAlbums: true };
  const ofSettings = { timeZone: 'Asia/Tokyo', language: SchoolLanguage.JP, approval: PostApproval.SHOW, ...limits };
  const stored = { ...ofSettings, logoMediaId: picture.id };
  await world.services.db.update(schools).set(stored).where(eq(schools.id, settledId));
  const settings = { ...ofSettings, logoId: picture.id };
  const inSettings = { language: 'JP', approval: 'SHOW' };
  put({ update: updateSchoolSettings, id: settledId, body: settings, spelt: inSettings }, schoolSettingsById);
});

const rowOf = ({ name }: Operation): Stored => {
  const row = rows[name];
  if (!row)
    throw new Error(
      `\`${name}\` needs a row in \`rows\` of this file, with a value for each field that may be left out`,
    );
  return row;
};

// What every change changes.
const changing = new Set(['version', 'updatedAt', 'updatedBy']);
const settled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !changing.has(name)));

async function putRow({ update, id, params = { id, Id: id }, read }: Stored, body: Values): Promise<void> {
  const { version } = await read();
  await send(world, update, { token: writer.token, params, body: { ...body, version } }).expect(200);
}

async function mutate({ update, id, params, read, body, spelt }: Stored, over: Values): Promise<void> {
  const { version } = await read();
  const type = `${update.name.charAt(0).toUpperCase()}${update.name.slice(1)}Input`;
  const query = `mutation Change($input: ${type}!) { ${update.name}(input: $input) { id } }`;
  const named = params ? { classId: params.id, profileId: params.profileId } : { id };
  const input = { ...body, ...spelt, ...named, version, ...over };
  const { errors } = await graphql(world, query, { input }, { authorization: `Bearer ${writer.token}` });
  expect(errors).toBeUndefined();
}

describe('an update that leaves a field out leaves it as it is', () => {
  const fields = updates.flatMap((update) => optionalOf(update).map((field) => [update.name, field, update] as const));

  test.each(fields)('%s without %s, over REST', async (_, field, update) => {
    const row = rowOf(update);
    const before = await row.read();
    const initial = shapeOf(update.body)[field]?.safeParse(undefined).data ?? null;
    const advice = `Give \`${update.name}\` a value for \`${field}\` in the rows of this file, and not ${JSON.stringify(initial)}, which a new row gets`;
    expect(row.body[field], advice).toBeDefined();
    expect(row.body[field], advice).not.toEqual(initial);
    await putRow(row, { ...row.body, [field]: undefined });
    expect(settled(await row.read())).toEqual(settled(before));
  });

  test.each(updates.map((update) => [update.name, update] as const))('%s in GraphQL', async (name, update) => {
    const schema = buildSchema(await (await fetch(`${world.url}/schema.graphql`)).text());
    const input = schema.getType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`);
    if (!isInputObjectType(input)) throw new Error(`${name} has no input`);
    const row = rowOf(update);
    const before = await row.read();
    for (const [field, { type, defaultValue }] of Object.entries(input.getFields())) {
      if (notStored.has(field) || (isNonNullType(type) && defaultValue === undefined)) continue;
      await mutate(row, { [field]: undefined });
      expect(settled(await row.read()), field).toEqual(settled(before));
    }
  });
});

test('null empties a field through GraphQL', async () => {
  const emptied = [
    [
      updateUser,
      { phoneNumber: null, phoneType: null, externalId: null, username: null },
      { phoneNumber: null, phoneType: null, externalId: null, username: null },
    ],
    [
      updateClass,
      { mainTeacherId: null, schoolAdministratorId: null, externalId: null },
      { mainTeacher: null, schoolAdministrator: null, externalId: null },
    ],
    [updateTextBook, { thumbnailId: null, externalId: null }, { thumbnailId: null, externalId: null }],
    [
      updateContent,
      { pageImageId: null, wordwallLink: null, audioId: null },
      { pageImageId: null, wordwallLink: null, audioId: null },
    ],
    [updatePushAndListenItem, { fileName: null, spot: null }, { fileName: 'apple.wav', spot: null }],
  ] as const;
  for (const [update, nulls, stored] of emptied) {
    await mutate(rowOf(update), nulls);
    expect(await rowOf(update).read(), update.name).toMatchObject(stored);
  }
});
