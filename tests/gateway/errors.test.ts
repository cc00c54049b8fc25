import request from 'supertest';
import { expect, test } from 'vitest';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

test("a problem's words, message key and fields reach the client under GraphQL's names", async () => {
  const api = await startStandIn((_, response) =>
    problem(response, 400, {
      detail: 'Words for people',
      messageKey: 'messages.special',
      errors: { SearchText: ['messages.valueTooLong'], 'SortCriteria.0.field': ['messages.invalidValue'] },
    }),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).toMatchObject({
    message: 'Words for people',
    path: ['allTeachers'],
    extensions: {
      code: 'BAD_USER_INPUT',
      status: 400,
      messageKey: 'messages.special',
      fields: { search: ['messages.valueTooLong'], 'sort.0.field': ['messages.invalidValue'] },
    },
  });
});

test('without a detail the title speaks, and a foreign message key is dropped', async () => {
  const api = await startStandIn((_, response) =>
    problem(response, 404, { title: 'Book not found', messageKey: '<b>' }),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).toMatchObject({
    message: 'Book not found',
    extensions: { messageKey: 'messages.notFound', detail: 'Book not found' },
  });
});

test.each([
  [{ title: 'Sent badly', detail: 'The class is full.' }, 'The class is full.'],
  [{ title: 'Sent badly' }, 'Sent badly'],
  [{ title: 'Sent badly', detail: 'Words', messageKey: 'messages.special' }, undefined],
  [{ title: undefined }, undefined],
  [{ title: 'at x\n at y', detail: 'http://10.0.0.1/api refused' }, undefined],
])('of %j, without a key, the server’s own words are its detail', async (members, detail) => {
  const api = await startStandIn((_, response) => problem(response, 400, members));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('mutation { logout userErrors { messageKey message } }');
  const { extensions } = firstError(answered.body) as { extensions: Record<string, unknown> };
  expect(extensions.detail).toBe(detail);
  const { data } = answered.body as { data: { userErrors: { message: string }[] } };
  if (detail !== undefined) expect(data.userErrors).toEqual([{ messageKey: 'messages.badRequest', message: detail }]);
});

test.each([413, 429, 431])('the page of a proxy that answers %i lends no words', async (status) => {
  const api = await startStandIn((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><title>Too large</title></html>'),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).not.toHaveProperty('extensions.detail');
});

test('500 keeps its words to itself', async () => {
  const api = await startStandIn((_, response) => problem(response, 500, { detail: 'SELECT * FROM users' }));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).toMatchObject({
    message: 'An unexpected error occurred.',
    extensions: { code: 'INTERNAL_SERVER_ERROR', status: 500, messageKey: 'messages.internalError' },
  });
});

test('429 says when to come back', async () => {
  const api = await startStandIn((_, response) => problem(response, 429, {}, { 'retry-after': '42' }));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('mutation { login(input: { email: "a", password: "b" }) { userId } }');
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'RATE_LIMITED', retryAfter: 42 } });
});

test('an answer that lacks a promised field is masked and logged', async () => {
  const api = await startStandIn((_, response) => response.setHeader('content-type', 'application/json').end('[{}]'));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).toMatchObject({
    message: 'An unexpected error occurred.',
    extensions: { status: 500 },
  });
  expect(gateway.lines.join('')).toContain('masked error');
});

test('an API that is down is BAD_GATEWAY', async () => {
  const gateway = await startGateway({ url: 'http://127.0.0.1:9' });
  const answered = await gateway.graphql('{ visitorAddress }').expect(200);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY', status: 502 } });
});

test('a client that sends the hash of its query is told to send the query', async () => {
  const gateway = await startGateway({ url: 'http://127.0.0.1:9' });
  const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
  const answered = await request(gateway.url).post('/graphql').send({ extensions });
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
});

test('a field that fails among others answers 200 and says which it was', async () => {
  const api = await startStandIn((call, response) =>
    call.path.startsWith('/api/User') ? problem(response, 403) : json(response, []),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allClasses { id } staff: allTeachers { id } }').expect(200);
  expect(firstError(answered.body)).toMatchObject({ path: ['staff'], extensions: { code: 'FORBIDDEN', status: 403 } });
});

test('a page in the place of an empty answer is no success', async () => {
  const api = await startStandIn((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in to the network</html>'),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('mutation { logout }');
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY', status: 502 } });
});

test.each([
  ['7', 7],
  [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3600, -2) as number],
  ['soon', undefined],
])('503 with Retry-After %s says when to come back', async (header, retryAfter) => {
  const api = await startStandIn((_, response) => problem(response, 503, {}, { 'retry-after': header }));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('mutation { logout }');
  const { extensions } = firstError(answered.body) as { extensions: { code: string; retryAfter?: number } };
  expect([extensions.code, extensions.retryAfter]).toEqual(['SERVICE_UNAVAILABLE', retryAfter]);
});
