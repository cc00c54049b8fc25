import type { ServerResponse } from 'node:http';
import { UnsecuredJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRefresh } from '#gateway/rest/refresh.ts';
import { Session } from '#gateway/rest/session.ts';
import { createUpstream } from '#gateway/rest/upstream.ts';
import { readSettings } from '#gateway/settings.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import type { StandInCall } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

const query = '{ allTeachers { id } }';
const refreshPath = '/api/Auth/refresh-token';
const token = (secondsLeft: number) =>
  new UnsecuredJWT({}).setExpirationTime(Math.floor(Date.now() / 1000) + secondsLeft).encode();
const pair = {
  userId: 'u',
  firstName: 'A',
  lastName: 'B',
  role: 'Teacher',
  accessToken: token(600),
  refreshToken: 'successor',
};

function ask(gateway: TestGateway, secondsLeft: number, operation = query) {
  return gateway
    .graphql(operation)
    .set('authorization', `Bearer ${token(secondsLeft)}`)
    .set('x-refresh-token', 'first');
}

const isRefresh = (call: StandInCall) => call.path === refreshPath;
const hasNewToken = (call: StandInCall) => call.headers.authorization === `Bearer ${pair.accessToken}`;

test.each([-5, 20])('an access token with %i s left is refreshed first, and the new pair comes back', async (left) => {
  const api = await startStandIn((call, response) => json(response, isRefresh(call) ? pair : []));
  const gateway = await startGateway(api);
  const answered = await ask(gateway, left).expect(200);
  expect(answered.body).toMatchObject({ data: { allTeachers: [] } });
  expect(answered.headers).toMatchObject({
    'x-access-token': pair.accessToken,
    'x-refresh-token': 'successor',
    'access-control-expose-headers': 'x-access-token, x-refresh-token',
  });
  expect(api.calls.map((call) => call.path)).toEqual([refreshPath, '/api/User/all-teachers']);
  expect(JSON.parse(api.calls[0]?.body ?? '')).toEqual({
    accessToken: expect.stringMatching(/^ey/) as string,
    refreshToken: 'first',
  });
  expect(api.calls[1]).toSatisfy(hasNewToken);
});

test('a token that held before is refreshed when its end has come near', async () => {
  const api = await startStandIn((call, response) => json(response, isRefresh(call) ? pair : []));
  const gateway = await startGateway(api);
  const held = token(120);
  const asking = () => gateway.graphql(query).set({ authorization: `Bearer ${held}`, 'x-refresh-token': 'first' });
  await asking();
  await asking();
  expect(api.calls.filter(isRefresh)).toEqual([]);
  vi.setSystemTime(Date.now() + 100_000);
  onTestFinished(() => void vi.useRealTimers());
  await asking();
  expect(api.calls.filter(isRefresh)).toHaveLength(1);
});

test('a token that still holds is used as it is', async () => {
  const api = await startStandIn((_, response) => json(response, []));
  const gateway = await startGateway(api);
  const answered = await ask(gateway, 120);
  expect(answered.headers).not.toHaveProperty('x-access-token');
  expect(api.calls).toHaveLength(1);
});

test('many requests with the same refresh token share one refresh in flight', async () => {
  const api = await startStandIn((_, response) => json(response, pair));
  const upstream = createUpstream({ apiUrl: api.url, timeouts: { connect: 2_000, call: 5_000, upload: 5_000 } });
  const refresh = createRefresh(upstream, 5_000);
  const announced: string[] = [];
  const sessions = Array.from({ length: 12 }, (_, index) => {
    const caller = {
      requestId: `r${index}`,
      address: '',
      userAgent: undefined,
      authorization: `Bearer ${token(-5)}`,
      refreshToken: 'first',
    };
    return new Session(caller, refresh, (renewed) => announced.push(renewed.refreshToken));
  });
  await Promise.all(sessions.map((session) => session.beforeCall()));
  expect(api.calls).toHaveLength(1);
  expect(announced).toEqual(Array(12).fill('successor'));
  expect(sessions.map((session) => session.authorization)).toEqual(Array(12).fill(`Bearer ${pair.accessToken}`));
});

test('a 401 is answered by one refresh and the same call again, the body included', async () => {
  const api = await startStandIn((call, response) => {
    if (isRefresh(call)) return json(response, pair);
    return hasNewToken(call) ? json(response, { id: 'made' }, 201) : problem(response, 401);
  });
  const gateway = await startGateway(api);
  const input = '{ className: "A", textBookId: "t", startDate: "2026-04-01", endDate: "2027-03-31" }';
  const answered = await ask(gateway, 300, `mutation { createClass(input: ${input}) { id } }`);
  expect(answered.body).toMatchObject({ data: { createClass: { id: 'made' } } });
  expect(answered.headers['x-access-token']).toBe(pair.accessToken);
  expect(api.calls.map((call) => call.path)).toEqual(['/api/Class', refreshPath, '/api/Class']);
  expect(api.calls[2]?.body).toBe(api.calls[0]?.body);
});

test('a second 401 is final', async () => {
  const api = await startStandIn((call, response) => (isRefresh(call) ? json(response, pair) : problem(response, 401)));
  const gateway = await startGateway(api);
  expect(firstError((await ask(gateway, 300)).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  expect(api.calls).toHaveLength(3);
  expect(firstError((await ask(gateway, -5)).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  expect(api.calls).toHaveLength(5);
});

test('several fields that meet 401 together share one refresh', async () => {
  const api = await startStandIn((call, response) => {
    if (isRefresh(call)) return json(response, pair);
    return hasNewToken(call) ? json(response, []) : problem(response, 401);
  });
  const gateway = await startGateway(api);
  const answered = await ask(gateway, 300, '{ allTeachers { id } allTextBooks { id } allClasses { id } }');
  expect(answered.body).toMatchObject({ data: { allTeachers: [], allTextBooks: [], allClasses: [] } });
  expect(api.calls.filter(isRefresh)).toHaveLength(1);
});

test('the refusal "invalid or expired" signs out', async () => {
  const refusal = { detail: 'Session expired, please log in again.', messageKey: 'messages.sessionExpired' };
  for (const [status, left] of [
    [401, -5],
    [401, 10],
    [400, -5],
  ] as const) {
    const api = await startStandIn((call, response) =>
      isRefresh(call) ? problem(response, status, refusal) : problem(response, 401),
    );
    const gateway = await startGateway(api);
    expect(firstError((await ask(gateway, left)).body)).toMatchObject({
      message: refusal.detail,
      extensions: { code: 'UNAUTHENTICATED', status: 401, messageKey: 'messages.sessionExpired' },
    });
  }
});

test.each([500, 502, 503, 504, 429])(
  'a refresh that meets %i does not sign out, before a call or after a 401',
  async (status) => {
    const api = await startStandIn((call, response) => problem(response, isRefresh(call) ? status : 401));
    const gateway = await startGateway(api);
    for (const left of [-5, 300]) {
      const error = firstError((await ask(gateway, left)).body);
      expect(error).not.toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
      expect(error).toMatchObject({ extensions: { status } });
    }
  },
);

const brokenRefreshes: [string, string, (response: ServerResponse) => unknown][] = [
  ['never comes', 'UPSTREAM_TIMEOUT', () => undefined],
  [
    'is cut off',
    'BAD_GATEWAY',
    (response) => response.writeHead(200, { 'content-length': '900' }).write('{"a', () => response.destroy()),
  ],
  [
    'is a page of HTML',
    'BAD_GATEWAY',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  ],
  ['lacks its tokens', 'BAD_GATEWAY', (response) => json(response, { userId: 'u' })],
  ['resets its connection', 'BAD_GATEWAY', (response) => response.destroy()],
];

test.each(brokenRefreshes)('a refresh whose answer %s does not sign out', async (_, code, answer) => {
  const api = await startStandIn((call, response) => (isRefresh(call) ? answer(response) : problem(response, 401)));
  const { timeouts } = readSettings({});
  // A long delay, so that the other requests arrive in time on a busy machine.
  const call = code === 'UPSTREAM_TIMEOUT' ? 400 : timeouts.call;
  const gateway = await startGateway(api, { timeouts: { ...timeouts, call } });
  for (const left of [-5, 300])
    expect(firstError((await ask(gateway, left)).body)).toMatchObject({ extensions: { code } });
});

test('a 401 in HTML, which is not from /api, does not sign out', async () => {
  const api = await startStandIn((_, response) =>
    response.writeHead(401, { 'content-type': 'text/html' }).end('<html>'),
  );
  const gateway = await startGateway(api);
  expect(firstError((await ask(gateway, -5)).body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY' } });
});

test('while a token still holds for some seconds, a refresh that fails for a moment costs nothing', async () => {
  const api = await startStandIn((call, response) => (isRefresh(call) ? problem(response, 503) : json(response, [])));
  const gateway = await startGateway(api);
  expect((await ask(gateway, 10)).body).toMatchObject({ data: { allTeachers: [] } });
});

test('without a refresh token an expired token goes up as it is', async () => {
  const api = await startStandIn((_, response) => problem(response, 401));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql(query).set('authorization', `Bearer ${token(-5)}`);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  expect(api.calls).toHaveLength(1);
});

test.each([
  ['login', 'mutation { login(input: { email: "a", password: "b" }) { userId } }'],
  ['refreshToken', 'mutation { refreshToken(refreshToken: "first") { userId } }'],
  ['logout', 'mutation { logout }'],
])('%s is not refreshed around', async (_, operation) => {
  const api = await startStandIn((__, response) => problem(response, 401));
  const gateway = await startGateway(api);
  await ask(gateway, -5, operation);
  expect(api.calls).toHaveLength(1);
});
