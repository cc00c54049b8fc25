import { describe, expect, test } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { head, openRaw } from './raw-connection.ts';
import type { RawConnection } from './raw-connection.ts';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

const { timeouts } = readSettings({});
const token = 'a-token-of-some-length';
const post = 'POST /graphql HTTP/1.1';
const body = '{"query":"{ visitorAddress }"}';
const form = { 'content-type': 'multipart/form-data; boundary=b', 'apollo-require-preflight': 'true' };
const operations = '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n';

/**
 * A gateway with time limits of half a second for headers and bodies instead of 15 and 10 seconds; longer where an
 * answer is expected.
 */
async function impatient(waits = 500): Promise<TestGateway> {
  const api = await startStandIn((_, response) => json(response, { ip: '192.0.2.1' }));
  return startGateway(api, {
    timeouts: { ...timeouts, headers: waits, body: waits },
    metrics: { ...readSettings({}).metrics, token },
  });
}

/** Sends a byte now and then while the connection is open. */
function trickle({ socket }: RawConnection): void {
  const timer = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(timer));
}

describe('a connection that takes too long', () => {
  test.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET /healthz HTTP/1.1\r\nhost: gateway\r\nx-a: '],
  ])('and %s is ended with 408 as JSON, or at once', async (_, text) => {
    const { url } = await impatient();
    const answered = await (await openRaw(url, text)).ended;
    if (answered !== '') {
      expect(answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(JSON.parse(answered.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408 });
    }
  });

  test.each([
    ['with a length', { 'content-length': 5_000 }, body.slice(0, 5)],
    ['in chunks', { 'transfer-encoding': 'chunked' }, '2\r\n{"\r\n'],
    ['of a form without the end of its operation', { ...form, 'content-length': 5_000 }, operations],
    ['of a form without its map', { ...form, 'content-length': 5_000 }, `${operations}{}\r\n--b\r\nx:`],
  ])('over a body %s is answered 408 in GraphQL shape and ended', async (_, headers, beginning) => {
    const { url } = await impatient();
    const slow = await openRaw(url, head(post, { 'content-type': 'application/json', ...headers }) + beginning);
    if ('content-length' in headers) trickle(slow);
    const answered = await slow.ended;
    expect(answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answered).toMatch(/"code":"REQUEST_TIMEOUT"/);
    expect(answered).toMatch(/\r\nconnection: close\r\n/i);
  });
});

test('a body that arrives in pieces, but in time, is answered', async () => {
  const { url } = await impatient(10_000);
  const client = await openRaw(
    url,
    head(post, { 'content-type': 'application/json', 'content-length': body.length, connection: 'close' }),
  );
  for (const piece of [body.slice(0, 10), body.slice(10)]) client.socket.write(piece);
  expect(await client.ended).toContain('"visitorAddress":"192.0.2.1"');
});

test('300 slow connections keep nobody from being answered, and all of them are ended', async () => {
  const gateway = await impatient(3_000);
  const headers = { 'content-type': 'application/json', 'content-length': 5_000 };
  const slow = await Promise.all(
    Array.from({ length: 300 }, (_, index) => openRaw(gateway.url, index % 2 ? head(post, headers) + '{' : 'GET /')),
  );
  for (let asked = 0; asked < 20; asked += 1) await gateway.graphql('{ visitorAddress }').expect(200);
  const answers = await Promise.all(slow.map(({ ended }) => ended));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(300);
  await gateway.graphql('{ visitorAddress }').expect(200);
  const told = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await told.text()).toContain('manabook_gateway_refused_total{limit="slow"} 300\n');
});

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 400],
  ['headers that are too long', head('GET /healthz HTTP/1.1', { 'x-long': 'a'.repeat(20_000) }), 431],
])('what no route ever sees is refused as JSON: %s', async (_, text, status) => {
  const { url } = await impatient(10_000);
  const [headers = '', answered = ''] = (await (await openRaw(url, text)).ended).split('\r\n\r\n');
  expect(headers).toContain('content-type: application/problem+json');
  expect(JSON.parse(answered)).toMatchObject({ status, messageKey: 'messages.badRequest' });
});
