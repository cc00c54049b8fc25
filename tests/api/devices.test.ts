import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createDevices } from '#api/ground/http/devices.ts';
import { createKeyRing, type SigningKey } from '#api/ground/keys/secrets.ts';
import { createStudent, deviceProfiles } from '#schema/rest/student-profiles.ts';
import { apiSettings } from '#tests/support/settings.ts';

const keyFrom = (id: string, day: string): SigningKey => ({
  id,
  purpose: 'tokens',
  value: randomBytes(32),
  signsFrom: new Date(day),
});
const [older, newer] = [keyFrom('older', '2026-01-01'), keyFrom('newer', '2026-02-01')];
const asked = (device = '') => ({ headers: { 'x-device': device } }) as unknown as IncomingMessage;

test('a device whose key was rotated stays the same and is signed anew; one whose key was revoked is none', () => {
  const ring = createKeyRing([older]);
  const name = createDevices({
    secrets: ring,
    settings: apiSettings({ databaseUrl: 'postgres://nowhere', dataDir: 'data' }),
  });
  // A program names no device, and gets none.
  expect(name(asked(), createStudent)).toEqual({ id: undefined, cookie: undefined });
  const { id, cookie: first = '' } = name(asked('new'), createStudent);
  expect(first).toBe(`${id}.${first.split('.')[1]}`);
  expect(name(asked(first), deviceProfiles)).toEqual({ id, cookie: undefined });
  ring.replace([older, newer]);
  const { id: same, cookie: second = '' } = name(asked(first), deviceProfiles);
  expect(same).toBe(id);
  expect(second).not.toBe(first);
  expect(name(asked(second), deviceProfiles)).toEqual({ id, cookie: undefined });
  // The cookie lives for 400 days again when the device is remembered.
  expect(name(asked(second), createStudent)).toEqual({ id, cookie: second });
  ring.replace([newer]);
  expect(name(asked(first), deviceProfiles)).toEqual({ id: undefined, cookie: undefined });
  expect(name(asked(second), deviceProfiles).id).toBe(id);
});
