import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
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
    /^device=[\w-]{22}; Max-Age=34560000; Path=\/graphql; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
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
  expect(cookies[0]).toMatch(/^__Host-device=[\w-]{22};.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/);
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
