import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
let headers: Record<string, string>;
beforeAll(async () => {
  const owner = await addStaff(world, { role: 'SchoolOwner' });
  headers = { authorization: `Bearer ${await tokenOf(world, owner)}` };
});

const fields = 'id email role status phoneNumber phoneType language version invitedBy { lastName }';

interface User {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { data, errors } = await graphql<Data>(world, query, variables, headers);
  expect(errors).toBeUndefined();
  if (!data) throw new Error('no data came back');
  return data;
}

const create = `mutation Create($input: CreateUserInput!) { createUser(input: $input) { ${fields} } }`;
const person = (over: Record<string, unknown> = {}) => ({
  email: `${newId()}@school.test`,
  firstName: '花子',
  lastName: '山田',
  role: 'TEACHER',
  phoneNumber: '090-1234-5678',
  ...over,
});

describe('users through GraphQL', () => {
  test('are created, changed, deactivated and deleted in its names', async () => {
    const { createUser } = await ask<{ createUser: User }>(create, { input: person({ language: 'JP' }) });
    expect(createUser).toMatchObject({ role: 'TEACHER', status: 'INVITED', phoneType: 'MOBILE', language: 'JP' });
    const { id, version } = createUser;
    const update = `mutation Update($input: UpdateUserInput!) { updateUser(input: $input) { ${fields} } }`;
    const changed = await ask<{ updateUser: User }>(update, {
      input: { ...person({ phoneNumber: null }), id, version },
    });
    expect(changed.updateUser).toMatchObject({ id, version: 2, phoneNumber: null, language: 'JP' });
    const status = 'mutation Set($input: SetUserStatusInput!) { setUserStatus(input: $input) { status } }';
    expect(await ask(status, { input: { id, status: 'DEACTIVATED' } })).toEqual({
      setUserStatus: { status: 'DEACTIVATED' },
    });
    const many = `mutation Set($input: SetUserStatusesInput!) {
      setUserStatuses(input: $input) { changed refused results { id messageKey } }
    }`;
    expect(await ask(many, { input: { status: 'ACTIVED', filter: { status: ['DEACTIVATED'] } } })).toEqual({
      setUserStatuses: { changed: 1, refused: 0, results: [{ id, messageKey: null }] },
    });
    expect(await ask('mutation Delete($id: ID!) { deleteUser(id: $id) }', { id })).toEqual({ deleteUser: true });
    const { errors } = await graphql(world, 'query User($id: ID!) { user(id: $id) { id } }', { id }, headers);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('tell of an e-mail that somebody has as a conflict on the field', async () => {
    const input = person();
    await ask(create, { input });
    const { errors } = await graphql(world, create, { input }, headers);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      messageKey: 'messages.emailExists',
      fields: { email: ['messages.emailExists'] },
    });
  });

  test('are exported as a file behind the gateway, and the roles on offer are the caller’s to grant', async () => {
    const { roles, exportUsers } = await ask<{
      roles: { items: { role: string; areas: string[] }[] };
      exportUsers: { url: string; fileName: string };
    }>('{ roles { items { role permissions areas } totalCount } exportUsers(language: JP) { url fileName } }');
    expect(roles.items.map(({ role, areas }) => [role, areas])).toEqual([
      ['SCHOOL_OWNER', ['USERS', 'CLASSES']],
      ['TEACHER', ['CLASSES']],
    ]);
    const file = await fetch(new URL(exportUsers.url, world.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await file.text()).toContain('メールアドレス');
  });

  test('come in as a file, looked through first', async () => {
    const form = new FormData();
    const query = `mutation Import($input: ImportUsersInput!) {
      importUsers(input: $input) { id state total created failed errors { row field messageKey } }
    }`;
    form.set('operations', JSON.stringify({ query, variables: { input: { file: null, dryRun: true } } }));
    form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
    const rows = `メール,姓,名,役割\r\n${newId()}@school.test,山田,花子,先生\r\nx,山田,花子,先生\r\n`;
    form.set('0', new Blob([rows]), 'people.csv');
    const answer = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'apollo-require-preflight': '1' },
      body: form,
    });
    expect(await answer.json()).toMatchObject({
      data: {
        importUsers: {
          id: null,
          state: 'CHECKED',
          total: 2,
          created: 1,
          failed: 1,
          errors: [{ row: 3, field: 'email', messageKey: 'messages.invalidEmail' }],
        },
      },
    });
  });
});
