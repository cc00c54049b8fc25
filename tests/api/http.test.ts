import { Writable } from 'node:stream';
import { pino } from 'pino';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiApp } from '#api/app/api-app.ts';
import { contract } from '#schema/rest/contract.ts';
import { createClass } from '#schema/rest/classes.ts';
import { problem } from '#schema/problem.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { head, openRaw } from '#tests/gateway/raw-connection.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const api = () => request(world.apiUrl);

describe('what is not a well-formed request', () => {
  test.each([
    ['an unknown path', () => api().get('/api/Nothing/here'), 404],
    ['a path in other letters', () => api().get('/api/class'), 404],
    ['a path outside /api', () => api().get('/wp-login.php'), 404],
    ['another method', () => api().delete('/api/Class'), 405],
    ['broken percent-encoding', () => api().get('/api/Class/%E0%A4%A').set('authorization', `Bearer ${token}`), 400],
    ['JSON cut off', () => post('{"email":'), 400],
    ['JSON that is no object', () => post('7'), 400],
    ['a body that is no JSON', () => post('email=a', 'application/x-www-form-urlencoded'), 415],
    ['a body in an unknown charset', () => post('{}', 'application/json; charset=klingon'), 415],
    ['a body over a megabyte', () => post(`{"email":"${'x'.repeat(1_100_000)}"}`), 413],
    ['no body', () => api().post('/api/Auth/login'), 400],
    ['JSON nested 100,000 deep', () => post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 400],
  ])('%s is answered as a problem', async (_, sent, status) => {
    const answer = await problemOf(sent(), status);
    expect(answer).toMatchObject({ type: 'about:blank', status });
    expect(answer.title).not.toBe('');
    expect(answer.messageKey).toMatch(/^messages\./);
    expect(answer.traceId).toMatch(/^[\w-]{8,}$/);
    expect(JSON.stringify(answer)).not.toMatch(/node_modules|select |at \w+ \(/i);
  });

  const post = (body: string, type = 'application/json') =>
    api().post('/api/Auth/login').set('content-type', type).send(body);

  test('two hosts are refused, of which a proxy may have gone by the other', async () => {
    const { ended } = await openRaw(
      world.apiUrl,
      head('GET /api/ip HTTP/1.1', { Host: 'elsewhere', connection: 'close' }),
    );
    const [lines = '', body = ''] = (await ended).split('\r\n\r\n');
    expect(lines).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(body).toContain('"messageKey":"messages.badRequest"');
  });

  test('another method is told which there are', async () => {
    const { headers } = await api().delete('/api/Class');
    expect(headers.allow).toBe('GET, POST');
  });
});

const naughty = [
  '\0',
  '\ud800',
  "'; drop table users; --",
  '{{7*7}}',
  '\u202etxt',
  '１２３',
  '𝟘'.repeat(500),
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  '%00',
  '../../etc/passwd',
  '\u{1F468}\u200D\u{1F469}',
];

describe('whatever is sent', () => {
  test.each(contract.map((operation) => [operation.name, operation] as const))(
    '%s never answers 500',
    async (_, operation) => {
      const params = Object.keys(operation.params?.shape ?? {});
      const query = Object.keys(operation.query?.shape ?? {});
      for (const text of naughty) {
        // A lone surrogate cannot travel in a URL; in JSON it can, escaped.
        const inUrl = text.toWellFormed();
        const of = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, inUrl]));
        const fields = [
          'email',
          'password',
          'name',
          'className',
          'classCode',
          'textBookId',
          'refreshToken',
          'classHashCode',
          text,
        ];
        const body = operation.body && Object.fromEntries(fields.map((field) => [field, text]));
        const caller = operation.access.kind === 'staff' && operation.name !== 'logout' ? { token } : {};
        const { status } = await send(world, operation, { ...caller, params: of(params), query: of(query), body });
        expect(status, `${operation.name} with ${JSON.stringify(text)}`).toBeLessThan(500);
      }
    },
  );

  test('__proto__ in a body or a query reaches nothing', async () => {
    const body = '{"className":"x","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
    await api()
      .post('/api/Class')
      .set('authorization', `Bearer ${token}`)
      .set('content-type', 'application/json')
      .send(body)
      .expect(400);
    await api()
      .get('/api/Class?__proto__=1&SortCriteria[0].__proto__=x&constructor=1')
      .set('authorization', `Bearer ${token}`)
      .expect(400);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('life', () => {
  test('says that it lives, and that it can serve', async () => {
    await api().get('/healthz').expect(200);
    await api().get('/readyz').expect(200, { ready: true });
  });

  test('is not ready while it drains, and still serves', async () => {
    const draining = request(createApiApp(world.services, { ready: false }));
    await draining.get('/healthz').expect(200);
    await draining.get('/readyz').expect(503).expect('retry-after', /\d/);
    await draining.get('/api/ip').expect(200);
  });
});

describe('requests', () => {
  test('carry their id through, and get one when theirs is none', async () => {
    const carried = api().get('/api/ip').set('x-request-id', 'abc-12345').expect('cache-control', 'no-store');
    await carried.expect('x-request-id', 'abc-12345');
    const { headers } = await api().get('/api/ip').set('x-request-id', 'a b\tc');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('tell the visitor’s address as the hop in front saw it', async () => {
    await api().get('/api/ip').set('x-forwarded-for', '203.0.113.9').expect(200, { ip: '203.0.113.9' });
    await api().get('/api/ip').expect(200, { ip: '127.0.0.1' });
    await api().get('/api/ip').set('x-forwarded-for', 'a'.repeat(5000)).expect(200, { ip: '127.0.0.1' });
  });

  test('are read to their end, also behind a second question mark', async () => {
    const list = (query: string) => api().get(`/api/Class?${query}`).set('authorization', `Bearer ${token}`);
    await list('SearchText=who?&PageSize=100').expect(200);
    await list('SearchText=who?&PageSize=101').expect(400);
  });

  test('leave a line in the log without token, code, query or body', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = request(createApiApp({ ...world.services, logger: pino({ level: 'trace' }, stream) }, { ready: true }));
    // Of an address that has not guessed too many codes.
    const secret = app.get('/api/Student/class-detail?hashCode=SecretHashCode12345678');
    await secret.set('x-forwarded-for', '203.0.113.21').expect(404);
    await app.post('/api/Auth/login').send({ email: 'secret.mail@school.test', password: 'SecretWord' }).expect(401);
    await app.get('/api/Class/all').set('authorization', `Bearer ${token}`).expect(200);
    const log = lines.join('');
    expect(log).not.toMatch(/secret/i);
    expect(log).not.toContain(token);
    const last: unknown = JSON.parse(lines.at(-1) ?? '');
    expect(last).toMatchObject({ method: 'GET', route: 'GET /api/Class/all', status: 200, caller: 'Administrator' });
  });

  test('that fail inside are masked, and logged with their id', async () => {
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    const broken = {
      ...world.services,
      logger: pino(stream),
      links: Object.create(null) as World['services']['links'],
    };
    const answer = await request(createApiApp(broken, { ready: true }))
      .get('/api/TextBook/all')
      .set('authorization', `Bearer ${token}`)
      .expect(500);
    const problemFound = problem.parse(answer.body);
    expect(problemFound).toMatchObject({
      title: 'An unexpected error occurred.',
      messageKey: 'messages.internalError',
    });
    expect(lines.join('')).toContain(problemFound.traceId);
  });
});

test('an answer holds no field that the contract does not declare', () => {
  expect(createClass.response.shape).not.toHaveProperty('searchText');
});
