import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { ownWorld, type World } from '#tests/support/world.ts';
import { startGateway } from './start-gateway.ts';

const world = keptWorld();

const make = 'mutation { createStudent(input: { name: "Mia", animal: CAT }) { id } }';
const ask = '{ deviceProfiles { id name animal lastClass { className } } }';

async function send(query: string, cookie = '', at = world.url) {
  const response = await fetch(new URL('/graphql', at), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { deviceProfiles?: { name: string; animal: string }[] } };
  return { data, cookies: response.headers.getSetCookie() };
}

test('a browser gets a cookie with its first profile, by which it gets its profiles back', async () => {
  const { cookies } = await send(make);
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(
    /^device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/graphql; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  const device = cookies[0]?.split(';')[0] ?? '';
  const again = await send(make, device);
  expect(again.cookies[0]?.startsWith(`${device};`)).toBe(true);
  const { data } = await send(ask, `lang=jp; ${device}; other=1`);
  expect(data.deviceProfiles).toEqual([
    expect.objectContaining({ name: 'Mia', animal: 'CAT', lastClass: null }),
    expect.objectContaining({ name: 'Mia', animal: 'CAT', lastClass: null }),
  ]);
});

test('a device’s cookie goes over TLS alone where PUBLIC_URL has it, whatever the proxy says', async () => {
  const gateway = await startGateway({ url: world.apiUrl }, { publicUrl: 'https://school.example' });
  const { cookies } = await send(make, '', gateway.url);
  expect(cookies[0]).toMatch(/^__Host-device=[\w-]{22}\.[\w-]{43};.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/);
});

test('over TLS a device has a name that no other host can set, and one with the older name stays the same device', async () => {
  const gateway = await startGateway({ url: world.apiUrl }, { publicUrl: 'https://school.example' });
  const older = (await send(make)).cookies[0]?.split(';')[0] ?? '';
  const { cookies } = await send(make, older, gateway.url);
  const renamed = cookies[0]?.split(';')[0] ?? '';
  expect(renamed).toBe(`__Host-${older}`);
  const planted = 'device=AAAAAAAAAAAAAAAAAAAAAA';
  for (const cookie of [renamed, `${planted}; ${renamed}`])
    expect((await send(ask, cookie, gateway.url)).data.deviceProfiles).toHaveLength(2);
});

test('a browser without one gets none, and no cookie for asking', async () => {
  for (const cookie of ['', 'device=short', 'adevice=0123456789012345678901']) {
    const { data, cookies } = await send(ask, cookie);
    expect([data.deviceProfiles, cookies]).toEqual([[], []]);
  }
});

/** A device from before cookies were signed, with a profile. */
async function olderDevice(at: World) {
  const id = randomBytes(16).toString('base64url');
  const response = await fetch(`${at.apiUrl}/api/Student`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device': id },
    body: JSON.stringify({ name: 'Ren', animal: 'fox' }),
  });
  expect(response.status).toBe(201);
  return id;
}

describe('until the last day of cookies without a signature', () => {
  const earlier = ownWorld({ api: { unsignedDevicesUntil: '9999-12-31' } });

  test('an older device without a signature keeps its profiles, and is signed at its next visit', async () => {
    const id = await olderDevice(earlier);
    const visit = await send(ask, `device=${id}`, earlier.url);
    expect(visit.data.deviceProfiles).toMatchObject([{ name: 'Ren' }]);
    const signed = visit.cookies[0]?.split(';')[0] ?? '';
    expect(signed).toMatch(new RegExp(`^device=${id}\\.[\\w-]{43}$`));
    const next = await send(ask, signed, earlier.url);
    expect(next.data.deviceProfiles).toMatchObject([{ name: 'Ren' }]);
    expect(next.cookies).toEqual([]);
  });

  test('a cookie that was not made here names no device', async () => {
    const id = await olderDevice(earlier);
    const signed = (await send(ask, `device=${id}`, earlier.url)).cookies[0]?.split(';')[0] ?? '';
    expect(signed).toContain(id);
    const other = randomBytes(16).toString('base64url');
    const forged = [signed.replace(id, other), `device=${id}.${randomBytes(32).toString('base64url')}`];
    for (const cookie of forged) {
      expect((await send(ask, cookie, earlier.url)).data.deviceProfiles).toEqual([]);
      const { cookies } = await send(make, cookie, earlier.url);
      expect(cookies[0]).not.toContain(id);
      expect(cookies[0]).not.toContain(other);
    }
  });
});

describe('after the last day of cookies without a signature', () => {
  const later = ownWorld({ api: { unsignedDevicesUntil: '2026-01-01' } });

  test('one names no device, and a signed one does', async () => {
    const older = randomBytes(16).toString('base64url');
    const made = await send(make, `device=${older}`, later.url);
    expect(made.cookies[0]).not.toContain(older);
    const signed = made.cookies[0]?.split(';')[0] ?? '';
    expect((await send(ask, signed, later.url)).data.deviceProfiles).toHaveLength(1);
    const unsigned = signed.split('.')[0] ?? '';
    expect((await send(ask, unsigned, later.url)).data.deviceProfiles).toEqual([]);
  });
});
