import { once } from 'node:events';
import request from 'supertest';
import { afterAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { firstError, startGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

// A process that starts has the database to open first, and the machine may be busy.
const patiently = { interval: 100, timeout: 60_000 };

const login = `mutation { login(input: { email: "${demoEmail.Teacher}", password: "${demoPassword}" }) { accessToken } }`;
const names = '{ allClasses { className } }';

const world = keptApi();
const processes: ApiProcess[] = [];

afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
});

async function startApi(port: number): Promise<ApiProcess> {
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.services.settings.dataDir, LOG_LEVEL: 'silent' };
  const started = await startApiProcess(env, port);
  processes.push(started);
  return started;
}

async function end({ child }: ApiProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

const startStrictGateway = (url: string): Promise<TestGateway> => startGateway({ url }, { freeOperations: 'staff' });

async function tokenFrom(gateway: TestGateway): Promise<string> {
  const { body } = (await gateway.graphql(login).expect(200)) as { body: { data: { login: { accessToken: string } } } };
  return body.data.login.accessToken;
}

const readiness = async ({ url }: TestGateway): Promise<number> => (await request(url).get('/readyz')).status;

test('a second API on another port takes over with nothing changed but API_URL, sessions included', async () => {
  const second = await startApi(await freePort());
  const [ofFirst, ofSecond] = [await startStrictGateway(world.apiUrl), await startStrictGateway(second.url)];
  const token = await tokenFrom(ofFirst);
  const ask = (gateway: TestGateway) => gateway.graphql(names).set('authorization', `Bearer ${token}`).expect(200);
  const answered = await ask(ofFirst);
  expect(answered.body).toHaveProperty('data.allClasses.0.className');
  expect((await ask(ofSecond)).body).toEqual(answered.body);
});

test('started while /api is down, killed at and started again, the gateway says so and heals by itself', async () => {
  const port = await freePort();
  const gateway = await startStrictGateway(`http://127.0.0.1:${port}`);
  expect(await readiness(gateway)).toBe(503);
  expect(firstError((await gateway.graphql(login).expect(200)).body)).toMatchObject({
    extensions: { code: 'BAD_GATEWAY', status: 502, messageKey: 'messages.internalError' },
  });

  const first = await startApi(port);
  await expect.poll(() => readiness(gateway), patiently).toBe(200);
  const token = await tokenFrom(gateway);
  const ask = () => gateway.graphql(names).set('authorization', `Bearer ${token}`);
  await ask().expect(200);

  await end(first, 'SIGKILL');
  const refused = await ask();
  expect(firstError(refused.body)).toMatchObject({ extensions: { code: 'BAD_GATEWAY', status: 502 } });
  await request(gateway.url).get('/media/0193f0aa/a.png').expect(502);
  await expect.poll(() => readiness(gateway), patiently).toBe(503);
  await request(gateway.url).get('/healthz').expect(200);

  await startApi(port);
  await expect.poll(() => readiness(gateway), patiently).toBe(200);
  expect((await ask().expect(200)).body).toHaveProperty('data.allClasses.0.className');
});

test('while an API ends under load, every answer is whole or says that there is none', async () => {
  const api = await startApi(await freePort());
  const gateway = await startStrictGateway(api.url);
  const token = await tokenFrom(gateway);
  let answered = 0;
  const errors: unknown[] = [];
  const keepAsking = async (): Promise<void> => {
    for (;;) {
      const { body } = (await gateway.graphql(names).set('authorization', `Bearer ${token}`)) as { body: object };
      const error = firstError(body);
      if (error !== undefined) {
        errors.push(error);
        return;
      }
      expect(body).toHaveProperty('data.allClasses.0.className');
      answered += 1;
    }
  };
  const clients = [keepAsking(), keepAsking(), keepAsking()];
  await expect.poll(() => answered, patiently).toBeGreaterThan(10);
  await end(api, 'SIGTERM');
  await Promise.all(clients);
  expect(errors).toHaveLength(clients.length);
  for (const error of errors) expect(error).toMatchObject({ extensions: { code: 'BAD_GATEWAY' } });
});
