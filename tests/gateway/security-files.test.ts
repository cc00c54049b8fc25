import request from 'supertest';
import { expect, test } from 'vitest';
import { readSettings } from '#gateway/settings.ts';
import { startGateway } from './start-gateway.ts';
import { startStandIn, json } from './stand-in.ts';

const token = 'a-token-of-some-length';
const started = async (changes = {}) =>
  startGateway(await startStandIn((_, response) => json(response, {})), {
    publicUrl: 'https://school.example',
    metrics: { ...readSettings({}).metrics, token },
    ...changes,
  });
const file = '/.well-known/security.txt';

test('security.txt names whom to write to, never grows old, and is absent without a contact', async () => {
  const { url } = await started({ securityContact: 'mailto:security@school.example' });
  const { text, headers } = await request(url).get(file).expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  );
  expect(fields).toMatchObject({
    Contact: 'mailto:security@school.example',
    Canonical: `https://school.example${file}`,
  });
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  await request((await started()).url)
    .get(file)
    .expect(404);
});

test.each(['security@school.example', 'mailto:a b@school.example', 'http://school.example'])(
  'a contact such as %j is refused at the start',
  (contact) => {
    expect(() => readSettings({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
  },
);

test('pages say where to report to, and data do not', async () => {
  const { url } = await started();
  const { headers } = await request(url).get('/').set('accept', 'text/html');
  expect(headers['content-security-policy']).toContain('report-uri /csp-reports;report-to csp');
  expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"');
  const data = await request(url).post('/graphql').send({ query: '{' });
  expect(data.headers).not.toHaveProperty('reporting-endpoints');
});

test('pages let no text become a script, except in development', async () => {
  const policyOf = async (changes = {}) => {
    const { url } = await started(changes);
    const page = await request(url).get('/').set('accept', 'text/html');
    return page.headers['content-security-policy'] ?? '';
  };
  expect(await policyOf()).toContain(";require-trusted-types-for 'script';trusted-types default");
  // Vite's scripts write into the page in development.
  expect(await policyOf({ dev: true })).not.toContain('trusted-types');
});

const older = {
  'csp-report': {
    'document-uri': 'https://school.example/student/content/AbCdEf0123456789abcdef?name=Mia#token',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?stolen=1',
  },
};
const newer = [
  {
    type: 'csp-violation',
    url: 'https://school.example/classes',
    body: {
      documentURL: 'https://school.example/classes?search=Mia',
      effectiveDirective: 'made-up',
      blockedURL: 'inline',
    },
  },
  { type: 'deprecation', body: {} },
];

test('a report is counted, and logged without query, codes or what was blocked behind its origin', async () => {
  const { url, lines } = await started();
  const send = (type: string, body: unknown) =>
    request(url).post('/csp-reports').set('content-type', type).send(JSON.stringify(body)).expect(204);
  await send('application/csp-report', older);
  await send('application/reports+json', newer);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ directive }) => directive);
  expect(logged).toMatchObject([
    { directive: 'script-src-elem', page: '/student/content/…', blocked: 'https://evil.example' },
    { directive: 'other', page: '/classes', blocked: 'inline' },
  ]);
  expect(lines.join('')).not.toMatch(/Mia|token|AbCdEf|stolen|made-up/);
  const { text } = await request(url).get('/metrics').set('authorization', `Bearer ${token}`);
  expect(text).toContain('manabook_gateway_csp_violations_total{directive="script-src-elem"} 1');
  expect(text).toContain('manabook_gateway_csp_violations_total{directive="other"} 1');
});

test('reports are bounded: in size, and in what is logged of them', async () => {
  const { url, lines } = await started();
  const send = (body: string) =>
    request(url).post('/csp-reports').set('content-type', 'application/csp-report').send(body);
  await send(JSON.stringify({ 'csp-report': { 'blocked-uri': 'a'.repeat(20_000) } })).expect(413);
  await send('{').expect(400);
  await send('{"csp-report":[]}').expect(204);
  for (let sent = 0; sent < 40; sent += 1) await send(JSON.stringify(older)).expect(204);
  // The minute may change in between.
  expect(lines.filter((line) => line.includes('content security policy')).length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.includes('content security policy')).length).toBeGreaterThanOrEqual(20);
});
