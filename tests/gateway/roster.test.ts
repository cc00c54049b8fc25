import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { makeKey } from '#tests/api/key-ring.ts';
import { addStaff, makeSchools } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';

const world = keptWorld();
const keys = { roster: '', reader: '' };
let textBookId: string;

beforeAll(async () => {
  const read = ['User:read', 'Class:read'] as const;
  keys.roster = (
    await makeKey(world, { scopes: [...read, 'User:write', 'Class:write', 'TextBook:read', 'TextBook:write'] })
  ).key;
  keys.reader = (await makeKey(world, { scopes: read })).key;
  textBookId = (await makeSchools(world)).book.id;
});

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}
type Data = Readonly<Record<string, Row & { readonly items: readonly Row[] }>>;

const send = (query: string, variables: Record<string, unknown>, by: keyof typeof keys = 'roster') =>
  graphql<Data>(world, query, variables, { authorization: `Bearer ${keys[by]}` });

async function ask(query: string, variables: Record<string, unknown>) {
  const { data, errors } = await send(query, variables);
  expect(errors).toBeUndefined();
  const [answer] = Object.values(data ?? {});
  if (!answer) throw new Error('no data came back');
  return answer;
}

async function refusalOf(query: string, variables: Record<string, unknown>, by?: keyof typeof keys) {
  const { errors: [error] = [] } = await send(query, variables, by);
  return [error?.extensions['code'], error?.extensions['messageKey'], error?.extensions['fields']];
}

const person = (over: object = {}) => ({
  email: `${newId()}@school.test`,
  firstName: 'Aya',
  lastName: 'Mori',
  role: 'TEACHER',
  ...over,
});
const days = { startDate: '2026-04-01', endDate: '2027-03-31' };
const createUser = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id version email status } }';
const updateUser = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { id lastName } }';
const setUserStatus = 'mutation ($input: SetUserStatusInput!) { setUserStatus(input: $input) { status } }';
const createClass = `mutation ($input: CreateClassInput!) { createClass(input: $input) {
  id classCode mainTeacher { id status } secondaryTeachers { id status }
} }`;
const findUsers = 'query ($filter: UserFilter) { users(filter: $filter) { items { id } } }';
const findClasses = 'query ($filter: ClassFilter) { classes(filter: $filter) { items { id } } }';
const findTextBooks = 'query ($filter: TextBookFilter) { textBooks(filter: $filter) { items { id } } }';
const bringTextBooks = `mutation ($input: UpsertTextBooksInput!) { upsertTextBooks(input: $input) {
  results { id externalId outcome faults { field messageKeys } }
} }`;
const found = async (query: string, filter: object) => (await ask(query, { filter })).items.map(({ id }) => id).sort();
const invited = (over: object = {}) => ask(createUser, { input: person(over) });
const classOf = (over: object = {}) => ask(createClass, { input: { className: '3-1', textBookId, ...days, ...over } });

const tooMany = Array.from({ length: 101 }, (_, index) => `X${index}`);

describe('GraphQL finds', () => {
  test('users by externalIds, letter case and all, and by emails in any', async () => {
    const [one, two] = [await invited({ externalId: `a${newId()}` }), await invited({ externalId: `b${newId()}` })];
    const read = 'query ($id: ID!) { user(id: $id) { id externalId } }';
    const outside = await Promise.all([one, two].map(async ({ id }) => (await ask(read, { id }))['externalId']));
    expect(await found(findUsers, { externalIds: outside })).toEqual([one.id, two.id].sort());
    expect(await found(findUsers, { externalIds: [String(outside[0]).toUpperCase()] })).toEqual([]);
    expect(await found(findUsers, { emails: [String(one['email']).toUpperCase()] })).toEqual([one.id]);
    expect(await found(findUsers, { emails: [one['email']], externalIds: [outside[1]] })).toEqual([]);
    for (const field of ['externalIds', 'emails'])
      expect(await refusalOf(findUsers, { filter: { [field]: tooMany } })).toMatchObject([
        'BAD_USER_INPUT',
        'messages.validationFailed',
        { [`filter.${field}`]: ['messages.tooManyAtOnce'] },
      ]);
  });

  test('classes by externalIds and by classCodes in any letter case', async () => {
    const externalId = newId();
    const [one, two] = [await classOf({ externalId }), await classOf()];
    expect(await found(findClasses, { externalIds: [externalId] })).toEqual([one.id]);
    const classCodes = [String(one['classCode']).toLowerCase(), two['classCode']];
    expect(await found(findClasses, { classCodes })).toEqual([one.id, two.id].sort());
    expect(await found(findClasses, { classCodes, externalIds: ['nobody’s'] })).toEqual([]);
    for (const field of ['externalIds', 'classCodes'])
      expect(await refusalOf(findClasses, { filter: { [field]: tooMany } })).toMatchObject([
        'BAD_USER_INPUT',
        'messages.validationFailed',
        { [`filter.${field}`]: ['messages.tooManyAtOnce'] },
      ]);
  });

  test('textbooks by externalIds and by shortCodes as children type them', async () => {
    const { data } = await send(bringTextBooks, {
      input: {
        rows: [
          { externalId: `B-${newId()}`, name: 'Hello 1', shortCode: newId() },
          { externalId: newId(), name: '', shortCode: newId() },
        ],
      },
    });
    const [made, refused] = (data?.['upsertTextBooks']?.['results'] ?? []) as readonly Row[];
    expect([made, refused]).toMatchObject([
      { outcome: 'CREATED', faults: [] },
      { outcome: 'REFUSED', id: null, faults: [{ field: 'name', messageKeys: ['messages.textBookNameRequire'] }] },
    ]);
    const read = 'query ($id: ID!) { textBook(id: $id) { id externalId shortCode } }';
    const { id, externalId, shortCode } = await ask(read, { id: made?.id });
    expect(externalId).toBe(made?.['externalId']);
    expect(await found(findTextBooks, { externalIds: [externalId] })).toEqual([id]);
    expect(await found(findTextBooks, { shortCodes: [String(shortCode).toUpperCase()] })).toEqual([id]);
    expect(await found(findTextBooks, { externalIds: [externalId], updatedSince: '2100-01-01T00:00:00Z' })).toEqual([]);
    for (const field of ['externalIds', 'shortCodes'])
      expect(await refusalOf(findTextBooks, { filter: { [field]: tooMany } })).toMatchObject([
        'BAD_USER_INPUT',
        'messages.validationFailed',
        { [`filter.${field}`]: ['messages.tooManyAtOnce'] },
      ]);
  });

  test('what was changed since a moment', async () => {
    const { id, email } = await invited();
    const { id: classId, classCode } = await classOf();
    const later = new Date(Date.now() + 60_000).toISOString();
    const earlier = new Date(Date.now() - 60_000).toISOString();
    expect(await found(findUsers, { emails: [email], updatedSince: earlier })).toEqual([id]);
    expect(await found(findUsers, { emails: [email], updatedSince: later })).toEqual([]);
    expect(await found(findClasses, { classCodes: [classCode], updatedSince: earlier })).toEqual([classId]);
    expect(await found(findClasses, { classCodes: [classCode], updatedSince: later })).toEqual([]);
    const { errors } = await send(findUsers, { filter: { updatedSince: 'yesterday' } });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

describe('a key with USER_WRITE, through GraphQL,', () => {
  test('invites, changes, deactivates and reactivates a teacher', async () => {
    const { id, version, email, status } = await invited();
    expect(status).toBe('INVITED');
    const changed = await ask(updateUser, { input: { ...person({ email, lastName: 'Ito' }), id, version } });
    expect(changed).toEqual({ id, lastName: 'Ito' });
    for (const [wanted, reached] of [
      ['DEACTIVATED', 'DEACTIVATED'],
      ['ACTIVED', 'INVITED'],
    ])
      expect(await ask(setUserStatus, { input: { id, status: wanted } })).toEqual({ status: reached });
  });

  test('is refused for anybody but teachers, and by name', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    const { id, version, email } = owner;
    const teachersOnly = ['FORBIDDEN', 'messages.apiKeyTeachersOnly', undefined];
    expect(await refusalOf(createUser, { input: person({ role: 'SCHOOL_OWNER' }) })).toEqual(teachersOnly);
    expect(await refusalOf(updateUser, { input: { ...person({ email }), id, version } })).toEqual(teachersOnly);
    expect(await refusalOf(setUserStatus, { input: { id, status: 'DEACTIVATED' } })).toEqual(teachersOnly);
    const read = 'query ($id: ID!) { user(id: $id) { id refusal } }';
    expect(await ask(read, { id })).toEqual({ id, refusal: 'messages.apiKeyTeachersOnly' });
  });

  test('changes no email of somebody who has set a password', async () => {
    const { id, version } = await addStaff(world, { role: 'Teacher', passwordHash: 'x' });
    expect(await refusalOf(updateUser, { input: { ...person(), id, version } })).toEqual([
      'FORBIDDEN',
      'messages.apiKeyEmailFixed',
      undefined,
    ]);
  });

  test('deletes nobody; and a key without the scope invites nobody', async () => {
    const { id } = await invited();
    const remove = 'mutation ($id: ID!) { deleteUser(id: $id) }';
    expect(await refusalOf(remove, { id })).toEqual(['FORBIDDEN', 'messages.apiKeyNotHere', undefined]);
    expect(await refusalOf(createUser, { input: person() }, 'reader')).toEqual([
      'FORBIDDEN',
      'messages.apiKeyScopeMissing',
      undefined,
    ]);
    expect((await refusalOf(createUser, { input: person({ email: 'nobody' }) })).at(2)).toEqual({
      email: ['messages.invalidEmail'],
    });
  });
});

test('a class’s teachers come with their status', async () => {
  const [main, second] = [await invited(), await addStaff(world, { role: 'Teacher' })];
  const staffed = await classOf({ mainTeacherId: main.id, secondaryTeacherIds: [second.id] });
  expect(staffed).toMatchObject({
    mainTeacher: { id: main.id, status: 'INVITED' },
    secondaryTeachers: [{ id: second.id, status: 'ACTIVED' }],
  });
  await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, second.id));
  const gone = await ask('query ($id: ID!) { class(id: $id) { id secondaryTeachers { status } } }', { id: staffed.id });
  expect(gone['secondaryTeachers']).toEqual([{ status: 'DEACTIVATED' }]);
  expect(
    await refusalOf(createClass, { input: { className: 'x', textBookId, ...days, mainTeacherId: second.id } }),
  ).toMatchObject(['BAD_USER_INPUT', 'messages.validationFailed', { mainTeacherId: ['messages.teacherNotAvailable'] }]);
});
