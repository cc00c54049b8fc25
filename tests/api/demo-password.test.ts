import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atStart } from '#api/app/setup/at-start.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { hashPassword } from '#api/domains/auth/passwords.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { changePassword, login } from '#schema/rest/auth.ts';
import { classes } from '#schema/rest/classes.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, cloneDatabase, databaseName, databaseUrl } from '#tests/support/template.ts';
import { problemOf, send } from './school.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const demo = databaseName('demo_password');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-demo-'));
  await cloneDatabase(adminUrl, demo);
  await cp(join(process.env.TEST_TEMPLATE_DATA ?? '', 'media'), join(folder, 'media'), { recursive: true });
});
afterAll(async () => {
  await administer(adminUrl, `drop database if exists ${demo} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function serving<Result>(demoPasswordDrawn: boolean, work: (api: RunningApi) => Promise<Result>) {
  const settings = apiSettings({ databaseUrl: databaseUrl(adminUrl, demo), dataDir: folder, demoData: true });
  const api = await startApi({ ...settings, demoPasswordDrawn });
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

const signIn = (api: RunningApi, password: string) =>
  send({ apiUrl: api.url }, login, { body: { email: demoEmail.Teacher, password } });

test.each([
  [{}, false],
  [{ DEMO_DATA: 'on', DEMO_SIGN_IN: 'on' }, false],
  [{ DEMO_DATA: 'on', DEMO_SIGN_IN: 'on', PUBLIC_URL: 'http://127.0.0.1:4000' }, false],
  [{ DEMO_DATA: 'on', PUBLIC_URL: 'https://books.example.org' }, false],
  [{ DEMO_DATA: 'on', DEMO_SIGN_IN: 'on', PUBLIC_URL: 'https://books.example.org' }, true],
  [{ DEMO_DATA: 'on', DEMO_SIGN_IN: 'on', PUBLIC_URL: 'http://192.168.1.20:4000' }, true],
])('with %o the demo has a password of its own: %s', (env, expected) => {
  expect(readSettings({ DATABASE_URL: 'postgresql://db/x', ...env }).demoPasswordDrawn).toBe(expected);
});

test('a demo that others reach is opened by a drawn password that the start prints, at every start the same', async () => {
  const held = await serving(false, async (api) => {
    expect((await atStart(api.services)).demo?.password).toBe(demoPassword);
    return authInfo.parse((await signIn(api, demoPassword).expect(200)).body);
  });
  const drawn = await serving(true, async (api) => {
    const { password = '' } = (await atStart(api.services)).demo ?? {};
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    await send({ apiUrl: api.url }, classes, { token: held.accessToken }).expect(401);
    expect((await signIn(api, demoPassword)).status).toBe(401);
    const { accessToken } = authInfo.parse((await signIn(api, password).expect(200)).body);
    // Nobody takes the public one again.
    const body = { currentPassword: password, password: demoPassword, confirmPassword: demoPassword };
    const refused = send({ apiUrl: api.url }, changePassword, { token: accessToken, body });
    expect((await problemOf(refused, 400)).errors).toEqual({ password: ['messages.passwordTooCommon'] });
    return password;
  });
  await serving(true, async (api) => {
    expect((await atStart(api.services)).demo?.password).toBe(drawn);
    await signIn(api, drawn).expect(200);
  });
});

test('an account that has the public password by another way does not sign in by it', async () => {
  await serving(true, async (api) => {
    const hash = await hashPassword(demoPassword);
    await api.services.pool.query('update users set password_hash = $1 where email = $2', [hash, demoEmail.Teacher]);
    expect((await problemOf(signIn(api, demoPassword), 403)).messageKey).toBe('messages.demoSignInOff');
  });
});
