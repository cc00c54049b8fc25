import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import request from 'supertest';
import { z } from 'zod';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { startApiProcess } from '#tests/support/api-process.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { startGateway } from './start-gateway.ts';

const world = keptApi();

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const visitor = '198.51.100.77';
/** What every service says of a request, by the same names. */
const requestLine = z.object({
  level: z.number(),
  time: z.iso.datetime(),
  service: z.string(),
  requestId: z.string().min(1),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  complete: z.boolean(),
  ms: z.number(),
});
const entries = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('the logs of a busy minute, down to their least line, hold no token, password, code or address', async () => {
  const outbox = join(world.services.settings.dataDir, 'outbox');
  const api = await startApiProcess({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.services.settings.dataDir,
    LOG_LEVEL: 'debug',
  });
  onTestFinished(() => void api.child.kill('SIGKILL'));
  const gateway = await startGateway(api, { trustProxy: 'loopback' });
  const { url, lines } = gateway;
  const graphql = (query: string, variables?: object) =>
    gateway.graphql(query, variables).set('x-forwarded-for', visitor);
  const school = await demoSchoolOf(world.services);
  const hashCode = school?.classUrl.split('/').at(-1) ?? '';
  const email = demoEmail.Administrator;
  const login = 'mutation Login($input: LoginInput!) { login(input: $input) { accessToken refreshToken } }';
  const { body } = (await graphql(login, { input: { email, password: demoPassword } })) as {
    body: { data: { login: Tokens } };
  };
  const { accessToken, refreshToken } = body.data.login;
  const asStaff = { authorization: `Bearer ${accessToken}`, 'x-refresh-token': refreshToken };

  await graphql('{ allClasses { className } }').set(asStaff);
  const joined = await graphql(
    'mutation ($input: CreateStudentInput!) { createStudent(input: $input) { id name token } }',
    { input: { name: 'Hanako-himitsu', animal: 'CAT', classHashCode: hashCode } },
  );
  const { createStudent } = (joined.body as { data: { createStudent: { token: string } } }).data;
  await graphql(`{ studentClass(hashCode: "${hashCode}") { className } }`).set('authorization', createStudent.token);
  await graphql(`
    {
      users(filter: { searchText: "himitsu" }) {
        items {
          email
        }
      }
    }
  `).set(asStaff);
  await graphql('mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', {
    input: { email, password: 'wrong-himitsu' },
  });
  await graphql('mutation ($input: ForgotPasswordInput!) { forgotPassword(input: $input) { __typename } }', {
    input: { email },
  });
  const textBooks = await graphql('{ textBooks(page: { size: 1 }) { items { thumbnail { url } } } }').set(asStaff);
  const picture = /\/media\/[^"\\]+/.exec(JSON.stringify(textBooks.body))?.[0] ?? '';
  await request(url).get(picture).set('x-forwarded-for', visitor).expect(200);
  await request(url).post('/graphql').type('json').send(`{"query": "himitsu`);
  await request(url).get(`/student/class/${hashCode}?token=himitsu`);
  await request(url).get('/media/0193/himitsu.png?signature=himitsu');
  await request(url).get('/nowhere/himitsu');
  await request(url).get('/readyz').expect(200);
  await graphql('mutation { logout }').set(asStaff);
  const mails = () => readdir(outbox).catch(() => []);
  await vi.waitFor(async () => expect((await mails()).some((name) => name.endsWith('.eml'))).toBe(true), 60_000);

  const requests = () => lines.filter((line) => line.includes('"msg":"request"'));
  await vi.waitFor(() => expect(requests()).toHaveLength(15), 60_000);
  const ended = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  await ended;

  const mail = await readFile(join(outbox, (await mails())[0] ?? ''), 'utf8');
  const mailToken = /token=(?:3D)?([\w-]{8})/.exec(mail)?.[1] ?? '';
  const log = lines.join('') + api.output();
  const secrets = [accessToken, refreshToken, createStudent.token, hashCode, email, demoPassword, 'himitsu', 'eyJ'];
  secrets.push(visitor, picture.split('?')[1] ?? '', mailToken);
  // An empty one would be found nowhere.
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(2);
  for (const secret of secrets) expect(log).not.toContain(secret);

  // The services' lines have the same names for the same things, and each is JSON.
  const ofGateway = lines.flatMap(entries);
  const ofApi = entries(api.output());
  const requestsOf = (log: readonly Record<string, unknown>[]) => log.filter(({ msg }) => msg === 'request');
  for (const [service, log] of [
    ['gateway', requestsOf(ofGateway)],
    ['api', requestsOf(ofApi)],
  ] as const) {
    expect(log.length).toBeGreaterThan(5);
    for (const line of log) expect(() => requestLine.parse(line)).not.toThrow();
    expect(new Set(log.map((line) => line.service))).toEqual(new Set([service]));
    // Health and media have their line at debug (20), all else of people at info (30).
    const levelOf = (part: RegExp) =>
      new Set(log.filter(({ route }) => part.test(String(route))).map((line) => line.level));
    expect(levelOf(/media/)).toEqual(new Set([20]));
    expect(levelOf(/^health$/)).toEqual(new Set([20]));
    expect(levelOf(/graphql|Auth/)).toEqual(new Set([30]));
  }
});
