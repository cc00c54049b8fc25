import { isEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { apiKeyScopes, scopeInWords, scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';

const openTo = (scope: string) => contract.filter((operation) => scopeOf(operation) === scope).map(({ name }) => name);

// What each operation asks of a key, written out, is in tests/api/access.txt.
describe('the scope of an operation', () => {
  test('is what its area and method say', () => {
    const scopes = Object.fromEntries(contract.map((operation) => [operation.name, scopeOf(operation)]));
    expect(scopes).toMatchObject({
      classes: 'Class:read',
      createClass: 'Class:write',
      deleteClass: 'Class:write',
      exportUsers: 'User:read',
      trash: 'Trash:read',
      settings: 'none',
      admission: 'none',
    });
  });

  test.each([
    ['acts as a student', contract.filter(({ access }) => access.kind === 'student')],
    [
      'signs somebody in or out',
      contract.filter(({ path, name }) => path.startsWith('/Auth/') && name !== 'admission'),
    ],
    ['manages keys', contract.filter(({ path }) => path.startsWith('/ApiKey'))],
    ['shows or erases what is kept of a child', contract.filter(({ path }) => path.startsWith('/Privacy'))],
    [
      'sets a password or deletes, imports or invites users again',
      contract.filter(({ name }) =>
        ['resetUserPassword', 'deleteUser', 'importUsers', 'resendInvitation', 'resendInvitations'].includes(name),
      ),
    ],
    ['restores what was deleted', contract.filter(({ name }) => name === 'restoreFromTrash')],
  ])('is none at all for what %s', (_, operations) => {
    expect(operations).not.toEqual([]);
    expect(operations.filter((operation) => scopeOf(operation) !== 'never')).toEqual([]);
  });

  test.each(apiKeyScopes)('%s opens something', (scope) => {
    expect(openTo(scope)).not.toEqual([]);
    expect(scopeInWords(scope)).toContain(scope);
  });
});

describe('the manual of scopes', () => {
  const type = loadSchema('.').getType('ApiKeyScope');
  const values = isEnumType(type) ? type.getValues() : [];

  test('has every scope', () => {
    expect(values.map(({ value }): unknown => value).sort()).toEqual([...apiKeyScopes].sort());
  });

  test.each(values.map(({ name, value, description }) => [name, String(value), description ?? ''] as const))(
    'names every field that %s opens, and no other',
    (_, scope, told) => {
      const fields = [...told.matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
      expect(fields.sort()).toEqual(openTo(scope).sort());
    },
  );
});
