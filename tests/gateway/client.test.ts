import { expect, test } from 'vitest';
import { Calls } from '#gateway/rest/calls.ts';
import { RestClient } from '#gateway/rest/client.ts';
import { createRefresh } from '#gateway/rest/refresh.ts';
import { Session } from '#gateway/rest/session.ts';
import { createUpstream } from '#gateway/rest/upstream.ts';
import { visitorAddress } from '#schema/rest/address.ts';
import { logout } from '#schema/rest/auth.ts';
import { classById, classes, classUnits } from '#schema/rest/classes.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

const ip = '192.0.2.1';
const page = { items: [], pageNumber: 1, pageSize: 20, totalCount: 0 };

function clientFor({ url }: StandIn): RestClient {
  const timeouts = { connect: 2_000, call: 5_000, upload: 5_000 };
  const upstream = createUpstream({ apiUrl: url, timeouts });
  const caller = {
    requestId: 'request-1',
    address: ip,
    userAgent: 'Tablet',
    authorization: undefined,
    refreshToken: undefined,
  };
  const session = new Session(caller, createRefresh(upstream, timeouts.call), () => undefined);
  const calls = new Calls({ upstream, timeouts, report: () => undefined });
  return new RestClient({ calls, caller, session, budget: 20 });
}

test('paths, lists and sort criteria are spelled as section 7 spells them', async () => {
  const api = await startStandIn((_, response) => json(response, page));
  const query = {
    ClassStatus: [0, 1] as (0 | 1)[],
    SearchText: 'a&b',
    TeacherId: null,
    SortCriteria: [{ field: 'className', direction: 'desc' } as const],
  };
  await clientFor(api).call(classes, { query });
  expect(api.calls[0]?.path).toBe(
    '/api/Class?ClassStatus=0&ClassStatus=1&SearchText=a%26b&SortCriteria%5B0%5D.field=className&SortCriteria%5B0%5D.direction=desc',
  );
});

test('identical reads are one call, different ones are not', async () => {
  const api = await startStandIn((_, response) => json(response, []));
  const client = clientFor(api);
  const units = (classHashCode: string) => client.call(classUnits, { query: { classHashCode } });
  const [first, second] = await Promise.all([units('a'), units('a'), units('b')]);
  expect(second).toBe(first);
  expect(await units('a')).toBe(first);
  expect(api.calls.map((call) => call.path)).toEqual([
    '/api/Class/units?classHashCode=a',
    '/api/Class/units?classHashCode=b',
  ]);
});

test('an error is never remembered', async () => {
  const api = await startStandIn((_, response, number) =>
    number === 1 ? problem(response, 404) : json(response, { ip }),
  );
  const client = clientFor(api);
  await expect(client.call(visitorAddress)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  await expect(client.call(visitorAddress)).resolves.toEqual({ ip });
});

test('a write forgets what was read', async () => {
  const api = await startStandIn((call, response) =>
    call.method === 'GET' ? json(response, { ip }) : response.writeHead(204).end(),
  );
  const client = clientFor(api);
  await client.call(visitorAddress);
  await client.call(logout);
  await client.call(visitorAddress);
  expect(api.calls.map((call) => call.method)).toEqual(['GET', 'POST', 'GET']);
});

test('the address the gateway saw goes up, with the request id and the agent', async () => {
  const api = await startStandIn((_, response) => json(response, { ip }));
  await clientFor(api).call(visitorAddress);
  expect(api.calls[0]?.headers).toMatchObject({
    'x-forwarded-for': ip,
    'x-request-id': 'request-1',
    'user-agent': 'Tablet',
  });
});

test('the twenty-first call of one operation is refused', async () => {
  const api = await startStandIn((_, response) => json(response, []));
  const client = clientFor(api);
  const calls = Array.from({ length: 21 }, (_, index) =>
    client.call(classUnits, { query: { classHashCode: `c${index}` } }),
  );
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1);
  expect(api.calls).toHaveLength(20);
});

test('a missing path parameter or required query value is refused before any call', async () => {
  const api = await startStandIn((_, response) => json(response, []));
  const client = clientFor(api);
  // What a caller without types could send.
  const missing = JSON.parse('{}') as { id: string; classHashCode: string };
  const nothing = JSON.parse('{"id":null,"classHashCode":null}') as typeof missing;
  const badInput = { code: 'BAD_USER_INPUT', status: 400 };
  const refused = (message: string) => ({ message, extensions: badInput });
  await expect(client.call(classById, { params: missing })).rejects.toMatchObject(
    refused("The parameter 'id' must be defined."),
  );
  await expect(client.call(classById, { params: nothing })).rejects.toMatchObject(
    refused("The parameter 'id' cannot be null."),
  );
  await expect(client.call(classUnits, { query: missing })).rejects.toMatchObject(
    refused("The parameter 'classHashCode' must be defined."),
  );
  await expect(client.call(classUnits, { query: nothing })).rejects.toMatchObject(
    refused("The parameter 'classHashCode' cannot be null."),
  );
  expect(api.calls).toEqual([]);
});

const elsewhere = ['', '.', '..', 'all', 'get-class-code', '../User?x#y'];

test.each(elsewhere)('the path parameter "%s", which could reach another operation, is refused', async (id) => {
  const api = await startStandIn((_, response) => json(response, {}));
  await expect(clientFor(api).call(classById, { params: { id } })).rejects.toMatchObject({
    extensions: { code: 'BAD_USER_INPUT', status: 400, fields: { id: ['messages.invalidValue'] } },
  });
  expect(api.calls).toEqual([]);
});

test('more than fits into an address is refused before any call', async () => {
  const api = await startStandIn((_, response) => json(response, page));
  const client = clientFor(api);
  const list = (SearchText: string) => client.call(classes, { query: { SearchText } });
  await expect(list('国'.repeat(200))).resolves.toEqual(page);
  await expect(list('a'.repeat(90_000))).rejects.toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
  expect(api.calls).toHaveLength(1);
});
