import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { bombs } from '#tests/support/bombs.ts';
import { head, openRaw } from './raw-connection.ts';
import { json, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const query = '{ visitorAddress }';
const post = 'POST /graphql HTTP/1.1';
const typed = { 'content-type': 'application/json' };
const megabytes = 10 * 1024 * 1024;

async function start() {
  const api = await startStandIn((_, response) => json(response, { ip: '192.0.2.1' }));
  const gateway = await startGateway(api);
  return { api, gateway, url: gateway.url };
}

/** Waits for the end of one answer on a connection that stays. */
const answered = (received: () => string) =>
  expect.poll(received, { interval: 5, timeout: 60_000 }).toMatch(/^HTTP\/1\.1 413 .*\r\n\r\n.*\}$/s);

describe('an operation that asks for too much', () => {
  test.each(Object.entries(bombs))('%s: refused with 400, and /api hears nothing of it', async (_, text) => {
    const { api, gateway } = await start();
    const refused = await gateway.graphql(text).expect(400);
    expect(firstError(refused.body)).toMatchObject({ extensions: { status: 400, messageKey: 'messages.badRequest' } });
    expect(api.calls).toEqual([]);
  });

  test('as a variable of 3,000 levels, it is refused as well', async () => {
    const { api, url } = await start();
    const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
    const text = `{"query":"query ($s: String) { allTeachers(search: $s) { id } }","variables":{"s":${deep}}}`;
    await request(url).post('/graphql').type('json').send(text).expect(400);
    expect(api.calls).toEqual([]);
  });
});

describe('a body of 10 MB', () => {
  test('by its own account is refused before any of it has come', async () => {
    const { url } = await start();
    const { socket, received } = await openRaw(url, head(post, { ...typed, 'content-length': megabytes }));
    await answered(received);
    expect(received()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    expect(socket.bytesWritten).toBeLessThan(200);
  });

  test('is thrown away when it comes all the same, and its connection serves the next request', async () => {
    const { url } = await start();
    const { socket, received } = await openRaw(url, head(post, { ...typed, 'content-length': megabytes }));
    socket.write('x'.repeat(megabytes));
    await answered(received);
    const body = JSON.stringify({ query });
    socket.write(head(post, { ...typed, 'content-length': body.length }) + body);
    await expect.poll(received, { timeout: 60_000 }).toContain('"visitorAddress":"192.0.2.1"');
  });

  test('in chunks is cut at 100 KB', async () => {
    const { url } = await start();
    const { socket, received } = await openRaw(url, head(post, { ...typed, 'transfer-encoding': 'chunked' }));
    const chunk = `2800\r\n${'x'.repeat(0x2800)}\r\n`;
    for (let sent = 0; sent < 11; sent += 1) socket.write(chunk);
    await answered(received);
  });

  test('whose sender goes on for ever is disconnected', async () => {
    const { url } = await start();
    const endless = await openRaw(url, head(post, { ...typed, 'content-length': megabytes }));
    expect(await endless.ended).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test.each([
  ['compressed', { 'content-encoding': 'gzip' }],
  ['in another character set', { 'content-type': 'application/json; charset=shift_jis' }],
])('a body that comes %s is refused with 415', async (_, headers) => {
  const { url } = await start();
  await request(url)
    .post('/graphql')
    .set({ ...typed, ...headers })
    .send(JSON.stringify({ query }))
    .expect(415);
});
