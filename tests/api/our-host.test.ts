import request from 'supertest';
import { expect, test } from 'vitest';
import { createServer } from 'node:http';
import { ourHost } from '#api/ground/http/our-host.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { apiSettings } from '#tests/support/settings.ts';

async function statusOf(host: string, over: Partial<Settings>): Promise<number> {
  const settings = apiSettings({
    databaseUrl: 'postgres://nowhere',
    dataDir: 'data',
    publicUrl: 'https://books.school.example',
    ...over,
  });
  const server = createServer(ourHost(settings, (_, response) => response.end()));
  return (await request(server).get('/api/ip').set('host', host)).status;
}

test('an API that listens on this machine answers no page whose name leads here', async () => {
  expect(await statusOf('rebound.example:4001', {})).toBe(421);
  for (const host of ['127.0.0.1:4001', 'localhost:4001', '[::1]:4001', 'books.school.example'])
    expect([host, await statusOf(host, {})]).toEqual([host, 200]);
  expect(await statusOf('api.school.example', { allowedHosts: ['api.school.example'] })).toBe(200);
});

test('one in a network inside, or of an installation without an address, is asked by any name', async () => {
  expect(await statusOf('api.internal.example:4001', { host: '0.0.0.0' })).toBe(200);
  expect(await statusOf('laptop.local:4001', { publicUrl: 'http://localhost:4000' })).toBe(200);
});
