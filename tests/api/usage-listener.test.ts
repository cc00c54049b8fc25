import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '#api/domains/api-keys/authenticate.ts';
import { createApiApp } from '#api/app/api-app.ts';
import { pageViews, profiles } from '#api/ground/db/schema.ts';
import { z } from 'zod';
import { keptApi } from '#tests/support/kept-world.ts';
import { aProfile, makePlace, type Place } from './samples/place.ts';

const world = keptApi();
let place: Place;
beforeAll(async () => {
  place = await makePlace(world);
});

interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

const connections = new Agent({ keepAlive: true, maxSockets: 100 });

async function answerTo({ body, headers = {}, method = 'POST' }: Sent, path: string) {
  const sending = httpRequest(`${world.apiUrl}/api/Usage/page-view${path}`, {
    method,
    agent: connections,
    headers: { 'content-type': 'application/json', 'x-request-id': 'same-for-both', ...headers },
  });
  const answered = new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      const { date: _date, ...others } = response.headers;
      text(response).then((body) => resolve({ status: response.statusCode, headers: others, body }), reject);
    });
  });
  sending.end(body);
  return answered;
}

const view = (over: object = {}) =>
  JSON.stringify({ eventId: randomUUID(), name: 'Unit list', pageUrl: '/student/unit-list', duration: 5, ...over });

// With a query a request goes the way of all others. A bare question mark would not be sent.
const withQuery = '?by=express';
const bothWays = async (sent: () => Sent) => [await answerTo(sent(), ''), await answerTo(sent(), withQuery)] as const;

/** An answer without the path in a problem, which Express does not know yet when it refuses what cannot be read. */
function withoutPath({ headers, body, ...answer }: Awaited<ReturnType<typeof answerTo>>): object {
  const others = Object.entries(headers).filter(([name]) => name !== 'content-length');
  return { ...answer, headers: Object.fromEntries(others), body: body.replace(/"instance":"[^"]*"/, '') };
}

describe('a page view is answered as Express would', () => {
  test.each<[string, number, () => Sent]>([
    ['that is right', 204, () => ({ body: view() })],
    [
      'without a charset or with it',
      204,
      () => ({ body: view(), headers: { 'content-type': 'application/json;charset=UTF-8' } }),
    ],
    ['behind a byte order mark', 204, () => ({ body: `\uFEFF${view()}` })],
    [
      'in another encoding',
      204,
      () => ({
        body: Buffer.from(view(), 'utf16le'),
        headers: { 'content-type': 'application/json; charset=utf-16le' },
      }),
    ],
    ['packed', 204, () => ({ body: gzipSync(view()), headers: { 'content-encoding': 'gzip' } })],
    ['in pieces of no told length', 204, () => ({ body: view(), headers: { 'transfer-encoding': 'chunked' } })],
    ['with a staff token that is none', 204, () => ({ body: view(), headers: { authorization: 'Bearer none' } })],
    [
      'with an API key that is none',
      401,
      () => ({ body: view(), headers: { authorization: `Bearer ${newKey().key}` } }),
    ],
    ['without a duration', 400, () => ({ body: view({ duration: undefined }) })],
    ['with a text that cannot be stored', 400, () => ({ body: view({ name: '\uD800' }) })],
    ['of a page that is none', 400, () => ({ body: view({ pageUrl: 'http://[' }) })],
    ['of a page of another scheme', 400, () => ({ body: view({ pageUrl: 'xhttps://school.example/student' }) })],
    ['that is a list', 400, () => ({ body: `[${view()}]` })],
    ['that is a word', 400, () => ({ body: '"view"' })],
    ['that is null', 400, () => ({ body: 'null' })],
    ['that breaks off', 400, () => ({ body: view().slice(0, -1) })],
    ['that is empty', 400, () => ({ body: '' })],
    ['that is larger than anything', 413, () => ({ body: view({ name: 'x'.repeat(1_100_000) }) })],
    ['that is large', 400, () => ({ body: view({ name: 'x'.repeat(200_000) }) })],
    ['as plain text', 415, () => ({ body: view(), headers: { 'content-type': 'text/plain' } })],
    ['by another method', 405, () => ({ body: view(), method: 'PUT' })],
  ])('%s: %i', async (_, status, sent) => {
    const [short, long] = await bothWays(sent);
    expect(withoutPath(short)).toEqual(withoutPath(long));
    expect(short.status).toBe(status);
  });
});

test('more than a minute takes is refused alike', async () => {
  const from = { 'x-forwarded-for': '198.51.100.7' };
  await Promise.all(Array.from({ length: 6000 }, () => answerTo({ body: view(), headers: from }, '')));
  const refused = await bothWays(() => ({ body: view(), headers: from }));
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused[0].body).toBe(refused[1].body);
});

test.each(['', withQuery])(
  'a profile that is gone leaves no trace, while its token is still good, by %j',
  async (path) => {
    const [gone, there] = [await aProfile(place), await aProfile(place)];
    await world.services.db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, gone.id));
    const eventIds = await Promise.all(
      [gone, there].map(async ({ token }) => {
        const eventId = randomUUID();
        const headers = { authorization: `Bearer ${token}` };
        expect((await answerTo({ body: view({ eventId }), headers }, path)).status).toBe(204);
        return eventId;
      }),
    );
    const kept = await Promise.all(
      eventIds.map((id) => world.services.db.select().from(pageViews).where(eq(pageViews.eventId, id))),
    );
    expect(kept.map(([row]) => row?.profileId)).toEqual([null, there.id]);
  },
);

test('a sender who goes in the middle of it is no harm, and no success in the log', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const server = createServer(createApiApp({ ...world.services, logger: pino(stream) }, { ready: true }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const head = 'POST /api/Usage/page-view HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
  const socket = connect(port, '127.0.0.1');
  const arrived = once(server, 'request');
  socket.write(`${head}\r\ncontent-length: 50\r\n\r\n{`);
  await arrived;
  socket.destroy();
  await expect.poll(() => lines.join('')).toContain('"status":499');
  expect(lines.join('')).toContain('"complete":false');
  server.close();
});
