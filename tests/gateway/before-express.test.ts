import { UnsecuredJWT } from 'jose';
import request from 'supertest';
import { expect, test } from 'vitest';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const id = '01900000-0000-7000-8000-000000000001';
const device = `${'d'.repeat(22)}.${'s'.repeat(43)}`;
const pair = {
  userId: id,
  firstName: 'A',
  lastName: 'B',
  role: 'Teacher',
  accessToken: 'access',
  refreshToken: 'next',
};
const teachers = Array.from({ length: 40 }, (_, index) => ({
  id,
  firstName: `Hanako ${index}`,
  lastName: '田中',
  status: 1,
}));

const api = () =>
  startStandIn(({ path }, response) => {
    if (path === '/api/Auth/refresh-token') return json(response, pair);
    if (path.startsWith('/api/Student/class-detail')) return problem(response, 404);
    if (path.startsWith('/api/Device/profiles')) response.setHeader('x-device', device);
    return json(response, path.startsWith('/api/User/all-teachers') ? teachers : []);
  });

const expired = `Bearer ${new UnsecuredJWT({}).setExpirationTime(1).encode()}`;
const byHash = (name: string, variables: object = {}) => {
  const sha256Hash = persistedOperations.find((operation) => operation.name === name)?.hash;
  return JSON.stringify({ operationName: name, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } });
};

interface Sent {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const requests: Readonly<Record<string, Sent>> = {
  'an operation of the web app': { body: byHash('Teachers') },
  'a packed answer': { body: byHash('Teachers'), headers: { 'accept-encoding': 'br' } },
  'an answer as application/json': { body: byHash('Teachers'), headers: { accept: 'application/json' } },
  'a type that there is not': { body: byHash('Teachers'), headers: { accept: 'image/png' } },
  'an operation that /api refuses': { body: byHash('ClassPage', { hashCode: 'abc' }) },
  'variables that are wrong': { body: byHash('ClassPage', { hashCode: 7 }) },
  'a session that is renewed': {
    body: byHash('Teachers'),
    headers: { authorization: expired, 'x-refresh-token': 'first' },
  },
  'a device that gets its cookie': { body: byHash('DeviceProfiles'), headers: { 'x-forwarded-proto': 'https' } },
  'an unknown hash': { body: '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"abc"}}}' },
  'a free-form operation': { body: '{"query":"{ allTeachers { id } }"}' },
  'text that is no GraphQL': { body: '{"query":"{"}' },
  'broken JSON': { body: '{"query":' },
  'no body': { body: '' },
  'a body that is too large': { body: JSON.stringify({ query: 'a'.repeat(110_000) }) },
  'a compressed body': { body: '{}', headers: { 'content-encoding': 'br' } },
  'another content type': { body: '{ allTeachers { id } }', headers: { 'content-type': 'text/plain' } },
  'a form without the header of a preflight': {
    body: '--b--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  },
};

// What differs between two equal requests.
const changing = /"ms":\d+|"milliseconds":\d+|"time":"[^"]+"/g;

test.each(Object.entries(requests))('%s is answered and logged alike before Express and by it', async (_, sent) => {
  const answers = [];
  // An address with a query goes to Express, and so does one with capital letters.
  for (const path of ['/graphql', '/graphql?by=express', '/GraphQL']) {
    const gateway = await startGateway(await api());
    const asked = request(gateway.url).post(path).set('x-request-id', 'same-for-both');
    const asking = asked.set({ 'content-type': 'application/json', ...sent.headers }).send(sent.body);
    const { status, headers, text } = await asking.ok(() => true);
    const { date: _date, ...others } = headers as Record<string, string | string[]>;
    await expect.poll(() => gateway.lines.at(-1)).toContain('"msg":"request"');
    const lines = gateway.lines.map((line) => line.replace(changing, ''));
    answers.push({ status, headers: withoutExpiry(others), text, lines });
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(answers[0]?.headers).toMatchObject({
    'x-request-id': 'same-for-both',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

/** A cookie's end depends on the second. */
function withoutExpiry(headers: Readonly<Record<string, string | string[]>>) {
  const cookies = headers['set-cookie'];
  return Array.isArray(cookies)
    ? { ...headers, 'set-cookie': cookies.map((cookie) => cookie.replace(/Expires=[^;]+/, '')) }
    : headers;
}
