import type { ServerResponse } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const secret = 'SELECT * FROM users';
const leaks = new RegExp([secret.slice(0, 8), '127\\.0\\.0\\.1', '/api/', 'node_modules', '<html'].join('|'));

const bodies: Record<string, (response: ServerResponse, status: number) => void> = {
  'problem+json': (response, status) =>
    problem(response, status, {
      detail: 'Words for people',
      messageKey: 'messages.special',
      errors: { SearchText: ['messages.valueTooLong'] },
    }),
  'plain JSON': (response, status) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: secret, stack: 'at x (/api/x.ts)' })),
  HTML: (response, status) => response.writeHead(status, { 'content-type': 'text/html' }).end(`<html>${secret}</html>`),
  empty: (response, status) => response.writeHead(status).end(),
  'broken JSON': (response, status) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"title": "ha'),
  'cut off': (response, status) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write(`{"title": "${secret}`, () => response.destroy());
  },
};

const codes: Record<number, string> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  418: 'INTERNAL_SERVER_ERROR',
  429: 'RATE_LIMITED',
  431: 'BAD_USER_INPUT',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
  507: 'INTERNAL_SERVER_ERROR',
};
// What a proxy in front of /api says in HTML of its own is believed; anything else in HTML is not from /api.
const believedOfProxies = new Set([413, 429, 431, 500, 502, 503, 504, 507]);

function expectedCode(status: number, body: string): string | undefined {
  if (body === 'cut off') return 'BAD_GATEWAY';
  if (status < 300) return 'BAD_GATEWAY';
  if ((body === 'HTML' || body === 'broken JSON') && !believedOfProxies.has(status)) return 'BAD_GATEWAY';
  return codes[status];
}

// With status 200, JSON of the wrong outline is as unreadable as no JSON.
for (const status of [200, ...Object.keys(codes).map(Number)]) {
  test(`${status} is told by its code whatever the body, with nothing of the inside`, async () => {
    const kinds = Object.keys(bodies);
    const api = await startStandIn((call, response) => {
      const kind = kinds[Number(new URL(call.path, 'http://api').searchParams.get('query'))];
      bodies[kind ?? '']?.(response, status);
    });
    const gateway = await startGateway(api);
    for (const [index, kind] of kinds.entries()) {
      const code = expectedCode(status, kind);
      const answered = await gateway
        .graphql(`{ allTeachers(search: "${index}") { id } }`)
        .set('x-request-id', 'request-17')
        .expect(200);
      expect(firstError(answered.body), kind).toMatchObject({ extensions: { code, requestId: 'request-17' } });
      expect(answered.text, kind).not.toMatch(leaks);
    }
  });
}

test("a problem's words, message key and fields reach the client under GraphQL's names", async () => {
  const api = await startStandIn((_, response) => bodies['problem+json']?.(response, 400));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ allTeachers { id } }');
  expect(firstError(answered.body)).toMatchObject({
    message: 'Words for people',
    path: ['allTeachers'],
    extensions: {
      code: 'BAD_USER_INPUT',
      status: 400,
      messageKey: 'messages.special',
      fields: { searchText: ['messages.valueTooLong'] },
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
    extensions: { messageKey: 'messages.notFound' },
  });
});

test('500 keeps its words to itself', async () => {
  const api = await startStandIn((_, response) => problem(response, 500, { detail: secret }));
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
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } });
});
