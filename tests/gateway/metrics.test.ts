import request from 'supertest';
import { expect, test } from 'vitest';
import { freePort } from '#tests/support/ports.ts';
import { readSettings } from '#gateway/settings.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

const token = 'a-token-of-some-length';
const address = { ip: '192.0.2.1' };

const answering = () => startStandIn((_, response) => json(response, address));

async function measured(): Promise<TestGateway> {
  return startGateway(await answering(), { metrics: { ...readSettings({}).metrics, token } });
}

const read = async ({ url }: Pick<TestGateway, 'url'>): Promise<string> =>
  (await request(url).get('/metrics').set('authorization', `Bearer ${token}`).expect(200)).text;

/** The value of a series, by the beginning of its line. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );

test('without a setting nobody finds /metrics, and with a token only who brings it', async () => {
  const plain = await startGateway(await answering());
  await request(plain.url).get('/metrics').set('accept', 'text/html').expect(404);
  const gateway = await measured();
  await request(gateway.url).get('/metrics').expect(404);
  await request(gateway.url).get('/metrics').set('authorization', 'Bearer another-token-than-it').expect(404);
  const answered = await request(gateway.url).get('/metrics').set('authorization', `Bearer ${token}`).expect(200);
  expect(answered.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('on a port of their own they need no token, and end with the gateway', async () => {
  const port = await freePort();
  const gateway = await startGateway(await answering(), { metrics: { ...readSettings({}).metrics, port } });
  const url = `http://127.0.0.1:${port}`;
  expect((await request(url).get('/metrics').expect(200)).text).toContain('nodejs_eventloop_lag_seconds');
  await request(url).get('/healthz').expect(404);
  await request(gateway.url).get('/metrics').expect(404);
  await gateway.stop();
  await expect(fetch(`${url}/metrics`)).rejects.toThrow();
});

test('requests and calls are told by template and name, and a name of somebody’s own is only another one', async () => {
  const gateway = await measured();
  for (let sent = 0; sent < 3; sent += 1) await gateway.graphql(`query Mine${sent} { visitorAddress }`).expect(200);
  await request(gateway.url).get('/student/class/secret-hash-code').set('accept', 'text/html');
  await request(gateway.url).get('/media/secret-id/secret.png');
  const text = await read(gateway);
  const requests = 'manabook_gateway_request_duration_seconds_count';
  expect(valueOf(text, `${requests}{route="/graphql",operation="other",status="200"}`)).toBe(3);
  expect(valueOf(text, 'manabook_gateway_call_duration_seconds_count{call="GET /ip",outcome="200"}')).toBe(3);
  expect(valueOf(text, 'manabook_gateway_requests_in_flight')).toBe(1);
  expect(text).not.toMatch(/secret|Mine/);
});

test('what is refused is counted by its limit, and errors by their code', async () => {
  const gateway = await measured();
  await gateway.graphql(`{ ${'visitorAddress '.repeat(2_000)} }`).expect(400);
  await gateway.graphql(`{ ${Array.from({ length: 11 }, (_, index) => `a${index}: visitorAddress`).join(' ')} }`);
  await gateway.graphql(`{ visitorAddress } #${'x'.repeat(101 * 1024)}`).expect(413);
  const text = await read(gateway);
  for (const limit of ['tokens', 'rootFields', 'size'])
    expect(valueOf(text, `manabook_gateway_refused_total{limit="${limit}"}`), limit).toBe(1);
  expect(valueOf(text, 'manabook_gateway_graphql_errors_total{code="GRAPHQL_PARSE_FAILED"}')).toBe(1);
});

test('a call without an answer is told by its reason, and the bytes of forms are added up', async () => {
  const api = await startStandIn((call, response) =>
    call.path.includes('/ip') ? response.destroy() : problem(response, 503),
  );
  const gateway = await startGateway(api, { metrics: { ...readSettings({}).metrics, token } });
  await gateway.graphql('{ visitorAddress }').expect(200);
  const form = request(gateway.url).post('/graphql').set('apollo-require-preflight', 'true').field('a', 'b');
  await form.expect(400);
  const text = await read(gateway);
  expect(valueOf(text, 'manabook_gateway_call_duration_seconds_count{call="GET /ip",outcome="reset"}')).toBe(1);
  expect(valueOf(text, 'manabook_gateway_graphql_errors_total{code="BAD_GATEWAY"}')).toBe(1);
  expect(valueOf(text, 'manabook_gateway_upload_bytes_total')).toBeGreaterThan(50);
});
