import request from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { inventedAddress } from '#schema/settings/invented-address.ts';
import { head, openRaw } from './raw-connection.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const ip = '192.0.2.1';
const answering = () => startStandIn((_, response) => json(response, { ip }));

describe('every answer', () => {
  test('carries the security headers that the pages need', async () => {
    const { url } = await startGateway(await answering());
    const { headers } = await request(url).get('/healthz');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self' https://wordwall.net",
      "default-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'frame-src https://www.youtube-nocookie.com https://wordwall.net',
      "img-src 'self' blob: data:",
      "media-src 'self' blob: data:",
      "object-src 'none'",
      'report-to csp',
      'report-uri /csp-reports',
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      'trusted-types default',
      "worker-src 'self' blob:",
    ]);
    expect(headers).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=(self), microphone=(self)') as string,
    });
    expect(headers).not.toHaveProperty('cross-origin-embedder-policy');
    expect(headers).not.toHaveProperty('x-powered-by');
    // A school's plain address must stay reachable; behind TLS it must stay on TLS.
    expect(headers).not.toHaveProperty('strict-transport-security');
    const secure = await startGateway(await answering(), { publicUrl: 'https://school.example' });
    expect((await request(secure.url).get('/healthz')).headers).toHaveProperty('strict-transport-security');
  });

  test('lets pages call the services that the settings name, and no others', async () => {
    const services = { ipLookupUrl: 'https://ip.example/?format=json', telemetryUrl: 'https://watch.example/in' };
    const { url } = await startGateway(await answering(), { services });
    const { headers } = await request(url).get('/healthz');
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://wordwall.net https://ip.example https://watch.example;",
    );
  });

  test('carries a request id: the given one where it is one, else a new one', async () => {
    const { url } = await startGateway(await answering());
    const given = await request(url).get('/healthz').set('x-request-id', 'abc-12345');
    expect(given.headers['x-request-id']).toBe('abc-12345');
    const odd = await request(url).get('/healthz').set('x-request-id', '{"a":1}');
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('/graphql', () => {
  test('answers as data, which no page may frame and nothing may run', async () => {
    const gateway = await startGateway(await answering(), { publicUrl: 'https://school.example' });
    for (const text of ['{ visitorAddress }', '{']) {
      const { headers } = await gateway.graphql(text);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age=31536000') as string,
      });
    }
  });

  test('is a refusal where a request names two hosts, of which a proxy may have gone by the other', async () => {
    const api = await answering();
    const { url } = await startGateway(api);
    const lines = head('GET /ip HTTP/1.1', { Host: 'elsewhere' });
    const answered = await (await openRaw(url, lines)).ended;
    expect(answered).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answered.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400 });
    expect(api.calls).toEqual([]);
  });

  test('is never kept by anybody', async () => {
    const gateway = await startGateway(await answering());
    expect((await gateway.graphql('{ visitorAddress }')).headers['cache-control']).toBe('no-store');
    expect((await gateway.graphql('{')).headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['malformed JSON', '{"query":', 400],
    ['a bare string', '"query"', 400],
    ['no query', '{}', 400],
    ['a query that is no text', '{"query": {"a": 1}}', 400],
    ['variables that are no object', '{"query": "{ visitorAddress }", "variables": "x"}', 400],
    ['text that is no GraphQL', '{"query": "SELECT 1"}', 400],
    ['an unknown operation name', '{"query": "query A { visitorAddress }", "operationName": "B"}', 400],
    [
      'a variable of the wrong type',
      '{"query": "query A($n: Int) { classes(page: {number: $n}) { totalCount } }", "variables": {"n": "x"}}',
      400,
    ],
    [
      'a date that is none',
      '{"query": "mutation { createClass(input: { className: \\"A\\" textBookId: \\"b\\" startDate: \\"2026-02-30\\" endDate: \\"2026-04-01\\"}) { id } }"}',
      400,
    ],
  ])('answers %s in GraphQL shape', async (_, body, status) => {
    const api = await answering();
    const { url } = await startGateway(api);
    const answered = await request(url).post('/graphql').type('json').send(body).expect(status);
    expect(firstError(answered.body)).toMatchObject({
      message: expect.any(String) as string,
      extensions: { code: expect.any(String) as string, status },
    });
    expect(answered.text).not.toMatch(/node_modules|stack/);
    expect(api.calls).toEqual([]);
  });

  test.each([undefined, 'application/json', 'text/plain'])(
    'speaks of no form to a POST without a body (%s)',
    async (type) => {
      const { url } = await startGateway(await answering());
      const asked = request(url).post('/graphql');
      const answered = await (type === undefined ? asked : asked.set('content-type', type)).expect(400);
      expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_REQUEST', status: 400 } });
      expect(answered.text).not.toContain('multipart request');
    },
  );

  test('below it, everything is unknown, in GraphQL shape', async () => {
    const { url } = await startGateway(await answering());
    const answered = await request(url).get('/graphql/explorer').set('accept', 'text/html').expect(404);
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });

  test('passes on the address that trusted proxies report, and not what a client claims', async () => {
    const api = await answering();
    const trusting = await startGateway(api, { trustProxy: 1 });
    await trusting.graphql('{ visitorAddress }').set('x-forwarded-for', '6.6.6.6, 203.0.113.7');
    const direct = await startGateway(api, { trustProxy: false });
    await direct.graphql('{ visitorAddress }').set('x-forwarded-for', '6.6.6.6');
    await trusting.graphql('{ visitorAddress }').set('x-forwarded-for', '::ffff:203.0.113.8');
    await trusting.graphql('{ visitorAddress }').set('x-forwarded-for', 'a'.repeat(5000));
    expect(api.calls.map((call) => call.headers['x-forwarded-for'])).toEqual([
      '203.0.113.7',
      '127.0.0.1',
      '203.0.113.8',
      '127.0.0.1',
    ]);
  });

  test('warns once of a proxy that TRUST_PROXY does not name, without its address or the visitor’s', async () => {
    const warningsOf = ({ lines }: { lines: readonly string[] }) =>
      lines.filter((line) => line.includes('TRUST_PROXY does not name'));
    const api = await answering();
    const trusting = await startGateway(api, { trustProxy: 'loopback' });
    const direct = await startGateway(api, { trustProxy: false });
    await request(direct.url).get('/proxy-check').set('x-forwarded-for', inventedAddress);
    expect(warningsOf(direct)).toEqual([]);
    for (const gateway of [trusting, direct]) {
      await gateway.graphql('{ visitorAddress }').set('x-forwarded-for', '203.0.113.9');
      await request(gateway.url).get('/healthz').set('x-forwarded-for', '203.0.113.9');
    }
    expect(warningsOf(trusting)).toEqual([]);
    expect(warningsOf(direct)).toHaveLength(1);
    expect(warningsOf(direct)[0]).not.toMatch(/203\.0\.113\.9|127\.0\.0\.1/);
  });
});

describe('health', () => {
  test('/healthz says that the process lives, /readyz whether /api can be reached', async () => {
    const up = await startGateway(await answering());
    const ready = await request(up.url).get('/readyz').expect(200);
    expect(ready.body).toEqual({ status: 'ready', process: expect.stringMatching(/^[\da-f-]{36}$/) as string });
    const down = await startGateway({ url: 'http://127.0.0.1:9' });
    await request(down.url).get('/healthz').expect(200, { status: 'ok' });
    await request(down.url).get('/readyz').expect(503, { status: 'api-unreachable' });
  });

  test('/readyz follows an API that is not ready, and asks it once a second at most', async () => {
    const api = await startStandIn((_, response) => problem(response, 503));
    const { url } = await startGateway(api);
    for (let asked = 0; asked < 5; asked += 1) await request(url).get('/readyz').expect(503);
    expect(api.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('the log', () => {
  test('names operation and route, and holds no token, password, hash code or address', async () => {
    const gateway = await startGateway(await answering());
    const secrets = ['bearer-token', 'refresh-token', 'pass-word', 'hash-code-123', 'link-token'];
    await gateway
      .graphql('query Address($code: String!) { classUnits(classHashCode: $code) { id } }', { code: 'hash-code-123' })
      .set('authorization', 'Bearer bearer-token')
      .set('x-refresh-token', 'refresh-token');
    await gateway.graphql('mutation { login(input: { email: "a", password: "pass-word" }) { userId } }');
    await request(gateway.url).get('/student/class/hash-code-123?token=link-token').set('accept', 'text/html');
    await request(gateway.url).get('/graphql/hash-code-123');
    await request(gateway.url).get('/%E0%A4%A/hash-code-123');
    await vi.waitFor(() => expect(gateway.lines.filter((line) => line.includes('"request"'))).toHaveLength(5), 60_000);
    const log = gateway.lines.join('');
    expect(log).toContain('"operation":"Address"');
    expect(log).toContain('"route":"/graphql"');
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

test('/ip tells a page its own address, fresh each time', async () => {
  const { url } = await startGateway(await answering());
  const answer = await request(url).get('/ip').query({ format: 'json' }).expect(200, { ip: '127.0.0.1' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

describe('the settings', () => {
  test('name each variable that is wrong, in one line', () => {
    expect(() => readSettings({ PORT: 'x', API_URL: 'ftp://a' })).toThrow(
      /^Settings: PORT is "x"\. It must be [^\n]*\. API_URL is "ftp:\/\/a"\. It must be [^\n]*\.$/,
    );
  });

  test('take empty variables for absent ones, and find /api where the launcher puts it', () => {
    expect(readSettings({ API_PORT: '4301', API_URL: '' })).toMatchObject({
      apiUrl: 'http://127.0.0.1:4301',
      port: 4000,
      dev: false,
    });
    expect(readSettings({ API_URL: 'https://api.example/base/' }).apiUrl).toBe('https://api.example/base');
    expect(readSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readSettings({ TRUST_PROXY: 'loopback' }).trustProxy).toBe('loopback');
    expect(readSettings({}).trustProxy).toBe(false);
  });

  test('name the services that pages call: our own look-up of addresses, and nobody else, unless told', () => {
    expect(readSettings({}).services).toEqual({ ipLookupUrl: '/ip?format=json', telemetryUrl: null });
    expect(readSettings({ IP_LOOKUP_URL: 'off' }).services.ipLookupUrl).toBeNull();
    for (const IP_LOOKUP_URL of ['//elsewhere.example', 'javascript:alert(1)', 'ip'])
      expect(() => readSettings({ IP_LOOKUP_URL })).toThrow('IP_LOOKUP_URL');
  });
});
