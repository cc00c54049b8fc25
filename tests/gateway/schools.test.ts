import { beforeAll, describe, expect, test } from 'vitest';
import { staffName } from '#schema/staff-name.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools } from '../api/school.ts';

const world = keptWorld();
const tokens = { admin: '', owner: '' };

beforeAll(async () => {
  tokens.admin = (await signIn(world, 'Administrator')).accessToken;
  tokens.owner = (await signIn(world, 'SchoolOwner')).accessToken;
});

interface School {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly memberCount: number;
}
type Answer = Readonly<Record<string, School>> & { readonly schools: { readonly items: readonly School[] } };

const ask = async (who: keyof typeof tokens, query: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await graphql<Answer>(world, query, variables, { authorization: `Bearer ${tokens[who]}` });
  return { data, codes: errors?.map(({ extensions }) => [extensions?.code, extensions?.fields ?? null]) };
};

const create = 'mutation ($input: CreateSchoolInput!) { createSchool(input: $input) { id name version memberCount } }';
const update = 'mutation ($input: UpdateSchoolInput!) { updateSchool(input: $input) { id name version } }';
const merge = 'mutation ($input: MergeSchoolsInput!) { mergeSchools(input: $input) { id memberCount } }';
const add = 'mutation ($input: AddSchoolMemberInput!) { addSchoolMember(input: $input) }';
const move = 'mutation ($input: MoveSchoolMemberInput!) { moveSchoolMember(input: $input) }';
const remove = 'mutation ($input: RemoveSchoolMemberInput!) { removeSchoolMember(input: $input) }';
const read = 'query ($id: ID!) { school(id: $id) { id name version memberCount owners { id } updatedBy { id } } }';

async function made(name: string): Promise<School> {
  const { data, codes } = await ask('admin', create, { input: { name } });
  expect(codes).toBeUndefined();
  if (!data?.['createSchool']) throw new Error('no school came back');
  return data['createSchool'];
}

describe('GraphQL', () => {
  test('creates, finds, reads and renames a school', async () => {
    const { id } = await made('Komorebi School');
    const find = 'query ($search: String) { schools(filter: { search: $search }) { items { id } } }';
    expect((await ask('admin', find, { search: 'komorebi' })).data?.schools.items).toEqual([{ id }]);
    expect((await ask('admin', read, { id })).data?.['school']).toMatchObject({ id, version: 1, owners: [] });
    const renamed = await ask('admin', update, { input: { id, version: 1, name: 'Hinata School' } });
    expect(renamed.data?.['updateSchool']).toEqual({ id, version: 2, name: 'Hinata School' });
    expect((await ask('admin', update, { input: { id, version: 1, name: 'Old' } })).codes).toEqual([
      ['CONFLICT', null],
    ]);
    expect((await ask('admin', update, { input: { id, version: 2, name: ' ' } })).codes).toEqual([
      ['BAD_USER_INPUT', { name: ['messages.schoolNameRequire'] }],
    ]);
  });

  test('reads and changes a school’s settings', async () => {
    const { id } = await made('Settled School');
    const fields = 'id version timeZone language approval retentionMonths installationTimeZone updatedBy { id }';
    const settings = `query ($id: ID!) { schoolSettings(id: $id) { ${fields} } }`;
    const change = `mutation ($input: UpdateSchoolSettingsInput!) { updateSchoolSettings(input: $input) { ${fields} } }`;
    const none = { timeZone: '', language: 'NONE', approval: 'INSTALLATION', retentionMonths: 0 };
    expect((await ask('admin', settings, { id })).data?.['schoolSettings']).toMatchObject({ id, ...none });
    const wanted = { timeZone: 'America/New_York', language: 'JP', approval: 'SHOW', retentionMonths: 6 };
    const input = { id, version: 1, ...wanted, worksPerDay: 5, storageMegabytes: 100 };
    expect((await ask('admin', change, { input })).data?.['updateSchoolSettings']).toMatchObject({
      ...wanted,
      version: 2,
      installationTimeZone: 'Asia/Tokyo',
      updatedBy: { id: expect.any(String) as string },
    });
    expect((await ask('owner', settings, { id })).codes).toEqual([['NOT_FOUND', null]]);
    expect((await ask('owner', change, { input })).codes).toEqual([['NOT_FOUND', null]]);
    expect((await ask('admin', change, { input: { ...input, version: 2, timeZone: 'Mars' } })).codes).toEqual([
      ['BAD_USER_INPUT', { timeZone: ['messages.invalidTimeZone'] }],
    ]);
  });

  test('lets a member leave once their classes are handed over, and keeps the account', async () => {
    const { people, tokens: of, created, put } = await makeSchools(world);
    const find = 'query ($search: String) { schools(filter: { search: $search }) { items { id } } }';
    const search = staffName(people.owner);
    const [own] = (await ask('admin', find, { search })).data?.schools.items ?? [];
    const taught = await created('owner', { mainTeacherId: people.teacher.id, className: 'C 3' });
    const input = { schoolId: own?.id, userId: people.teacher.id };
    expect((await ask('owner', remove, { input })).codes).toEqual([['FORBIDDEN', null]]);
    const headers = { authorization: `Bearer ${tokens.admin}` };
    const { errors } = await graphql(world, remove, { input }, headers);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      messageKey: 'messages.memberOnClasses',
      messageValues: { name: staffName(people.teacher), classes: 'C 3' },
    });
    await put('owner', taught, { className: 'C 3', mainTeacherId: people.colleague.id }).expect(200);
    expect(await ask('admin', remove, { input })).toEqual({ data: { removeSchoolMember: true }, codes: undefined });
    expect((await ask('admin', remove, { input })).codes).toEqual([['NOT_FOUND', null]]);
    const leaver = { authorization: `Bearer ${of.teacher}` };
    const { data } = await graphql<{ viewer: unknown }>(world, '{ viewer { role user { id } } }', {}, leaver);
    expect(data?.viewer).toEqual({ role: 'TEACHER', user: { id: people.teacher.id } });
  });

  test('moves a member, and merges two schools, for administrators alone', async () => {
    const [into, from] = [await made('Into'), await made('From')];
    const { id: userId } = await addStaff(world, { role: 'Teacher' });
    await ask('admin', add, { input: { schoolId: into.id, userId } });
    const there = { schoolId: into.id, userId, toSchoolId: from.id };
    expect((await ask('owner', move, { input: there })).codes).toEqual([['FORBIDDEN', null]]);
    expect((await ask('admin', move, { input: there })).codes).toBeUndefined();
    expect((await ask('admin', read, { id: from.id })).data?.['school']?.memberCount).toBe(1);
    expect((await ask('admin', move, { input: { ...there, schoolId: from.id } })).codes).toEqual([
      ['BAD_USER_INPUT', { toSchoolId: ['messages.invalidValue'] }],
    ]);

    const input = { intoId: into.id, fromId: from.id };
    expect((await ask('owner', merge, { input })).codes).toEqual([['FORBIDDEN', null]]);
    expect((await ask('admin', merge, { input })).data?.['mergeSchools']).toEqual({ id: into.id, memberCount: 1 });
    expect((await ask('admin', merge, { input })).codes).toEqual([
      ['BAD_USER_INPUT', { fromId: ['messages.schoolNotAvailable'] }],
    ]);
  });
});
