import { request as httpRequest } from 'node:http';
import { expect, test, vi } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const { timeouts } = readSettings({});
const address = { ip: '192.0.2.1' };
const login = 'mutation { login(input: { email: "a", password: "b" }) { userId } }';

for (const status of [502, 503, 504]) {
  test(`a GET that met ${status} is tried once more, with its headers`, async () => {
    const api = await startStandIn((_, response, number) =>
      number === 1 ? problem(response, status) : json(response, address),
    );
    const gateway = await startGateway(api);
    const answered = await gateway.graphql('{ visitorAddress }').set('authorization', 'Bearer abc');
    expect(answered.body).toMatchObject({ data: { visitorAddress: address.ip } });
    expect(api.calls.map((call) => call.headers.authorization)).toEqual(['Bearer abc', 'Bearer abc']);
    expect(api.calls[0]?.headers['x-request-id']).toBe(api.calls[1]?.headers['x-request-id']);
  });
}

test('a GET whose connection broke is tried once more', async () => {
  const api = await startStandIn((_, response, number) =>
    number === 1 ? response.destroy() : json(response, address),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ visitorAddress }');
  expect(answered.body).toMatchObject({ data: { visitorAddress: address.ip } });
});

test('a GET is tried twice at most', async () => {
  const api = await startStandIn((_, response) => problem(response, 503));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ visitorAddress }');
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
  expect(api.calls).toHaveLength(2);
});

test('the second try waits as long as Retry-After asks', async () => {
  const at: number[] = [];
  const api = await startStandIn((_, response, number) => {
    at.push(performance.now());
    return number === 1 ? problem(response, 503, {}, { 'retry-after': '1' }) : json(response, address);
  });
  const gateway = await startGateway(api);
  await gateway.graphql('{ visitorAddress }').expect(200);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(990);
});

test('a Retry-After longer than anybody waits is passed on instead', async () => {
  const api = await startStandIn((_, response) => problem(response, 503, {}, { 'retry-after': '30' }));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ visitorAddress }');
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 30 } });
  expect(api.calls).toHaveLength(1);
});

test('a write is never tried again', async () => {
  for (const answer of [503, 'reset'] as const) {
    const api = await startStandIn((_, response) =>
      answer === 'reset' ? response.destroy() : problem(response, answer),
    );
    const gateway = await startGateway(api);
    await gateway.graphql(login).expect(200);
    expect(api.calls).toHaveLength(1);
  }
});

test('an API that hangs is UPSTREAM_TIMEOUT when the time of the call is over', async () => {
  const api = await startStandIn(() => undefined);
  const gateway = await startGateway(api, { timeouts: { ...timeouts, call: 200 } });
  const answered = await gateway.graphql('{ visitorAddress }').expect(200);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT', status: 504 } });
});

test('an API that drips its answer for ever is UPSTREAM_TIMEOUT as well', async () => {
  const api = await startStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  const gateway = await startGateway(api, { timeouts: { ...timeouts, call: 200 } });
  const answered = await gateway.graphql('{ visitorAddress }').expect(200);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT' } });
});

test('when the client goes, the calls it caused are aborted', async () => {
  const aborted = vi.fn();
  const api = await startStandIn((_, response) => response.on('close', aborted));
  const gateway = await startGateway(api);
  const client = httpRequest(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  client.on('error', () => undefined).end(JSON.stringify({ query: '{ visitorAddress }' }));
  await vi.waitFor(() => expect(api.calls).toHaveLength(1), 60_000);
  client.destroy();
  await vi.waitFor(() => expect(aborted).toHaveBeenCalled(), 60_000);
});
