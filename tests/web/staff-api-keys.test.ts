import { expect, test } from 'vitest';
import { apiKeyFormRules, inputOf, newApiKeyValues } from '#web/staff/features/api-keys/api-key-values.ts';

const schoolId = '01a21940-d225-7174-a3bd-d6e01ac700ab';
const values = { ...newApiKeyValues, name: 'Sync', scopes: ['Class:read'] as const, schoolId };

test('a key acts as its maker unless a service account is chosen, whose school alone is sent', () => {
  expect(inputOf(values)).toMatchObject({ kind: 'PERSONAL', schoolId: null });
  expect(inputOf({ ...values, kind: 'service' })).toMatchObject({ kind: 'SERVICE', schoolId });
  expect(inputOf({ ...values, kind: 'service', schoolId: null })).toMatchObject({ kind: 'SERVICE', schoolId: null });
});

test('the form of a service account is right with a school and without one', () => {
  for (const school of [schoolId, null])
    expect(apiKeyFormRules.safeParse({ ...values, kind: 'service', schoolId: school }).success).toBe(true);
});
