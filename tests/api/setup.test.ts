import { eq } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installation, users } from '#api/ground/db/schema.ts';
import { openFirstRun } from '#api/app/setup/first-run.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { problem } from '#schema/problem.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';
import { users as listUsers } from '#schema/rest/users.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { errorsOf, firstSchool, messageOf, tokenIn } from './launched-api.ts';
import { ScratchDatabases } from './scratch-database.ts';
import { send } from './school.ts';

const scratch = new ScratchDatabases();
let folder: string;
let api: RunningApi;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-setup-'));
  const settings = apiSettings({ databaseUrl: await scratch.createPrepared(), dataDir: folder });
  api = await startApi(settings);
});
afterAll(async () => {
  await api.close();
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
});

const printed = async (): Promise<string> => tokenIn(await openFirstRun(api.services));
const look = (token: string) => send({ apiUrl: api.url }, firstRun, { query: { token } });
const setUp = (token: string, over: Record<string, unknown> = {}) =>
  send({ apiUrl: api.url }, setUpSchool, { body: { token, ...firstSchool, ...over } });

describe('the printed link', () => {
  test('opens the page, and its token is kept as a hash alone', async () => {
    const token = await printed();
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await look(token).expect(200);
    expect(answer.body).toMatchObject({ publicUrl: 'http://localhost:4000', timeZone: 'Asia/Tokyo', sendsMail: false });
    const [row] = await api.services.db.select().from(installation);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('is one: a new start voids the old', async () => {
    const old = await printed();
    const fresh = await printed();
    await look(old).expect(404);
    expect((await setUp(old)).status).toBe(400);
    await look(fresh).expect(200);
  });

  test('is refused when it is wrong, and when its day is over', async () => {
    const token = await printed();
    expect(messageOf(await look('wrong').expect(404))).toBe('messages.linkInvalid');
    expect(messageOf(await setUp('wrong').expect(400))).toBe('messages.linkInvalid');
    await api.services.db.update(installation).set({ firstRunEndsAt: new Date(Date.now() - 1_000) });
    expect(messageOf(await look(token).expect(400))).toBe('messages.linkExpired');
    expect(messageOf(await setUp(token).expect(400))).toBe('messages.linkExpired');
    expect(await api.services.db.select().from(users)).toEqual([]);
  });

  test.each([
    ['schoolName', '', 'messages.schoolNameRequire'],
    ['language', 'fr', 'messages.invalidValue'],
    ['firstName', ' ', 'messages.firstNameRequire'],
    ['lastName', '', 'messages.lastNameRequire'],
    ['email', 'aya', 'messages.invalidEmail'],
    ['password', 'short', 'messages.passMinLength'],
    ['password', 'learn-together', 'messages.passwordTooCommon'],
    ['confirmPassword', 'quiet river stone', 'messages.confirmPasswordField'],
  ])('takes no %s %j', async (field, value, message) => {
    const same = field === 'password' ? { confirmPassword: value } : {};
    const answer = await setUp(await printed(), { [field]: value, ...same }).expect(400);
    expect(problem.parse(answer.body).errors?.[field]).toContain(message);
  });

  test('sets the school up once, though two use it at the same moment, and signs the administrator in', async () => {
    const token = await printed();
    const answers = await Promise.all([setUp(token), setUp(token, { email: 'other@himawari.example.jp' })]);
    // The second request finds the set-up in progress, or the link used.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([400, 409])]);
    const won = answers.find(({ status }) => status === 200);
    const { accessToken, role } = authInfo.parse(won?.body);
    expect(role).toBe('SuperAdmin');
    await send({ apiUrl: api.url }, listUsers, { token: accessToken }).expect(200);
    const { db } = api.services;
    const [row] = await db.select().from(installation);
    expect(row).toMatchObject({
      schoolName: firstSchool.schoolName,
      language: 'jp',
      firstRunKeyHash: null,
      demo: false,
    });
    expect(row?.setUpAt).toBeInstanceOf(Date);
    const [administrator, ...others] = await db.select().from(users).where(eq(users.status, UserStatus.ACTIVED));
    expect(others).toEqual([]);
    await send({ apiUrl: api.url }, login, {
      body: { email: administrator?.email ?? '', password: firstSchool.password },
    }).expect(200);
  });

  test('opens nothing once the school is set up, and no other is printed', async () => {
    expect(await openFirstRun(api.services)).toBeUndefined();
    await look('anything').expect(404);
    expect((await setUp('anything')).status).toBe(400);
  });
});

describe('settings by the printed link, where nobody restarts the servers', () => {
  test.each([
    [{ timeZone: 'IST' }, { timeZone: ['messages.invalidTimeZone'] }],
    [{ timeZone: '' }, { timeZone: ['messages.timeZoneRequire'] }],
    [{ publicUrl: 'books.example.org' }, { publicUrl: ['messages.invalidAddress'] }],
    [{ publicUrl: 'http://localhost\nX=1' }, { publicUrl: ['messages.invalidValue'] }],
    [
      { sendsMail: true, smtpPassword: 'x' },
      {
        smtpHost: ['messages.smtpHostRequire'],
        smtpPort: ['messages.smtpPortRequire'],
        smtpUser: ['messages.smtpUserRequire'],
      },
    ],
    [{ sendsMail: true, smtpHost: 'mail host', smtpPort: 25 }, { smtpHost: ['messages.invalidHost'] }],
    [{ sendsMail: true, smtpHost: 'mail', smtpPort: 70_000 }, { smtpPort: ['messages.numberTooLarge'] }],
    [{ mailFrom: `"O'Hara" <a@b>` }, { mailFrom: ['messages.invalidValue'] }],
    [
      { usesBucket: true },
      {
        s3Bucket: ['messages.bucketRequire'],
        s3AccessKey: ['messages.keyRequire'],
        s3SecretAccessKey: ['messages.keyRequire'],
      },
    ],
  ])('take no %j', async (over, errors) => {
    expect(errorsOf(await setUp('any-token', over).expect(400))).toMatchObject(errors);
  });

  test('are not offered where nobody restarts the servers, and the school is set up without them', async () => {
    await api.services.db.delete(users);
    await api.services.db.update(installation).set({ setUpAt: null });
    const token = await printed();
    expect((await look(token).expect(200)).body).toMatchObject({
      restarts: false,
      chooses: { timeZone: false, publicUrl: false, mail: false, storage: false },
    });
    const refused = await send({ apiUrl: api.url }, setUpSchool, { body: { token, ...firstSchool, timeZone: 'UTC' } });
    expect([refused.status, errorsOf(refused)]).toEqual([400, { timeZone: ['messages.settingFixed'] }]);
    await setUp(token).expect(200);
  });
});
