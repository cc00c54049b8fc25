import { isEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { enumerations } from '#gateway/graphql/enumerations.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { apiKeyScopes, scopeInWords, scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';

const openTo = (scope: string) => contract.filter((operation) => scopeOf(operation) === scope).map(({ name }) => name);

// A second, deliberate list: a new operation in these areas must not open to keys by accident.
const neverForKeys = [
  ...[
    'acceptInvitation',
    'confirmEmail',
    'firstRun',
    'forgotPassword',
    'login',
    'logout',
    'passwordLink',
    'refreshToken',
    'setUpSchool',
    'updatePassword',
  ],
  ...['apiKeys', 'createApiKey', 'revokeApiKey'],
  ...['createUser', 'updateUser', 'deleteUser', 'importUsers', 'resendInvitation', 'resendInvitations'],
  ...['resetUserPassword', 'setUserStatus', 'setUserStatuses', 'restoreFromTrash'],
  // What is kept of children goes to a person who is signed in, and to no program.
  ...['eraseProfile', 'exportProfileData', 'privacyCard', 'privacyProfiles', 'retention', 'systemChecks'],
  ...[
    'createStudent',
    'joinClass',
    'removeStudent',
    'classHashCode',
    'recordPageView',
    'mediaStatus',
    'deviceProfiles',
  ],
  ...['reactToCommunityPost', 'reportCommunityPost'],
  ...['uploadCommunityImage', 'uploadCommunityRecord', 'uploadCommunityVideo'],
];

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

  test('is none at all for what no key may do', () => {
    expect(openTo('never').sort()).toEqual(neverForKeys.sort());
  });

  test.each(apiKeyScopes)('%s opens something', (scope) => {
    expect(openTo(scope)).not.toEqual([]);
    expect(scopeInWords(scope)).toContain(scope);
  });
});

describe('the manual of scopes', () => {
  const type = loadSchema('.').getType('ApiKeyScope');
  const values = isEnumType(type) ? type.getValues() : [];

  test.each(Object.entries(enumerations.ApiKeyScope))(
    'names every field that %s opens, and no other',
    (name, scope) => {
      const told = values.find((value) => value.name === name)?.description ?? '';
      const fields = [...told.matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
      expect(fields.sort()).toEqual(openTo(scope).sort());
    },
  );
});
