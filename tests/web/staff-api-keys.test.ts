import '#tests/support/dom.ts';
import { expect, onTestFinished, test } from 'vitest';
import { apiKeyFormRules, inputOf, newApiKeyValues } from '#web/staff/features/api-keys/api-key-values.ts';
import { setLoginInfo } from '#web/staff/platform/session/login-info.ts';

const schoolId = '01a21940-d225-7174-a3bd-d6e01ac700ab';
const values = { ...newApiKeyValues, name: 'Sync', scopes: ['Class:read'] as const, schoolId };

test('a key acts as its maker unless a service account is chosen, whose school alone is sent', () => {
  expect(inputOf(values)).toMatchObject({ kind: 'PERSONAL', schoolId: null });
  expect(inputOf({ ...values, kind: 'service' })).toMatchObject({ kind: 'SERVICE', schoolId });
  expect(inputOf({ ...values, kind: 'service', schoolId: null })).toMatchObject({ kind: 'SERVICE', schoolId: null });
});

test('a key works until the end of its last day at the school, whatever zone the device is in', () => {
  const person = {
    firstName: 'Aya',
    lastName: 'Mori',
    role: 'SchoolOwner',
    accessToken: '',
    refreshToken: '',
  } as const;
  const ends = (timeZone: string, expiresAt: string) => {
    setLoginInfo({ ...person, timeZone });
    return inputOf({ ...values, expiresAt }).expiresAt;
  };
  onTestFinished(() => setLoginInfo(null));
  expect(ends('Asia/Tokyo', '2031-03-31')).toBe('2031-03-31T14:59:59.000Z');
  expect(ends('Pacific/Kiritimati', '2031-03-31')).toBe('2031-03-31T09:59:59.000Z');
  // Clocks change on 30 March, and on 9 March.
  expect(ends('Europe/London', '2031-03-30')).toBe('2031-03-30T22:59:59.000Z');
  expect(ends('America/New_York', '2031-03-09')).toBe('2031-03-10T03:59:59.000Z');
});

test('the form of a service account is right with a school and without one', () => {
  for (const school of [schoolId, null])
    expect(apiKeyFormRules.safeParse({ ...values, kind: 'service', schoolId: school }).success).toBe(true);
});
