import { eq } from 'drizzle-orm';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installation, users } from '#api/db/schema.ts';
import { createLog } from '#api/log.ts';
import { prepareDatabase } from '#api/prepare-database.ts';
import { openFirstRun } from '#api/setup/first-run.ts';
import type { Launcher } from '#api/setup/launcher.ts';
import { type RunningApi, startApi } from '#api/start.ts';
import { problem } from '#schema/problem.ts';
import { authInfo, login } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';
import { users as listUsers } from '#schema/rest/users.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/ports.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { mailsTo } from './mail-box.ts';
import { ScratchDatabases } from './scratch-database.ts';
import { send } from './school.ts';

const scratch = new ScratchDatabases();
let folder: string;
let api: RunningApi;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-setup-'));
  const settings = apiSettings({ databaseUrl: await scratch.create(), dataDir: folder });
  await prepareDatabase(settings, createLog('error'));
  api = await startApi(settings);
});
afterAll(async () => {
  await api.close();
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
});

const tokenIn = (link: string | undefined): string =>
  /^http:\/\/localhost:4000\/first-run#token=(.+)$/.exec(link ?? '')?.[1] ?? '';
const printed = async (): Promise<string> => tokenIn(await openFirstRun(api.services));
const look = (token: string) => send({ apiUrl: api.url }, firstRun, { query: { token } });
const password = 'quiet river stones';
const school = {
  schoolName: 'ひまわり小学校',
  language: 'jp',
  firstName: '彩',
  lastName: '佐藤',
  email: 'aya@himawari.example.jp',
  password,
  confirmPassword: password,
};
const setUp = (token: string, over: Record<string, unknown> = {}) =>
  send({ apiUrl: api.url }, setUpSchool, { body: { token, ...school, ...over } });
const messageOf = (answer: { body: unknown }): string | undefined => problem.parse(answer.body).messageKey;

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
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    const { accessToken, role } = authInfo.parse(won?.body);
    expect(role).toBe('SuperAdmin');
    await send({ apiUrl: api.url }, listUsers, { token: accessToken }).expect(200);
    const { db } = api.services;
    const [row] = await db.select().from(installation);
    expect(row).toMatchObject({ schoolName: school.schoolName, language: 'jp', firstRunKeyHash: null, demo: false });
    expect(row?.setUpAt).toBeInstanceOf(Date);
    const [administrator, ...others] = await db.select().from(users).where(eq(users.status, UserStatus.ACTIVED));
    expect(others).toEqual([]);
    await send({ apiUrl: api.url }, login, { body: { email: administrator?.email ?? '', password } }).expect(200);
  });

  test('opens nothing once the school is set up, and no other is printed', async () => {
    expect(await openFirstRun(api.services)).toBeUndefined();
    await look('anything').expect(404);
    expect((await setUp('anything')).status).toBe(400);
  });
});

describe('settings by the printed link', () => {
  let mails: MailServer;
  let s3: S3Server;

  beforeAll(async () => {
    [mails, s3] = [await startMailServer(), await startS3Server()];
  });
  afterAll(async () => {
    await mails.close();
    await s3.close();
  });

  interface Chosen {
    readonly url: string;
    readonly file: string;
    /** How often the launcher was asked to restart the servers. */
    readonly restarts: () => number;
    readonly services: RunningApi['services'];
    readonly look: () => ReturnType<typeof send>;
    readonly setUp: (over: Record<string, unknown>) => ReturnType<typeof send>;
    readonly rows: () => Promise<number>;
  }

  /** An API that a launcher has started with this environment, before anybody is there. */
  async function withLauncher(env: Record<string, string>, work: (chosen: Chosen) => Promise<void>): Promise<void> {
    const dataDir = await mkdtemp(join(folder, 'launched '));
    const databaseUrl = await scratch.create();
    const settings = apiSettings({ databaseUrl, dataDir });
    await prepareDatabase(settings, createLog('error'));
    let restarts = 0;
    const launcher: Launcher = {
      env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env },
      restart: () => void (restarts += 1),
    };
    const own = await startApi(settings, launcher);
    const token = tokenIn(await openFirstRun(own.services));
    try {
      await work({
        url: own.url,
        file: env.SETTINGS_FILE ?? join(dataDir, 'settings.env'),
        restarts: () => restarts,
        services: own.services,
        look: () => send({ apiUrl: own.url }, firstRun, { query: { token } }),
        setUp: (over) => send({ apiUrl: own.url }, setUpSchool, { body: { token, ...school, ...over } }),
        rows: async () => (await own.services.db.select().from(users)).length,
      });
    } finally {
      await own.close();
    }
  }

  const mailChosen = () => ({
    sendsMail: true,
    smtpHost: '127.0.0.1',
    smtpPort: Number(new URL(mails.url).port),
    smtpUser: 'post@himawari',
    smtpPassword: "p'ss/w:rd $1",
    mailFrom: 'ひまわり小学校 <no-reply@himawari.example.jp>',
  });
  const bucketChosen = () => ({
    usesBucket: true,
    s3Endpoint: s3.settings.endpoint,
    s3Bucket: s3.settings.bucket,
    s3ForcePathStyle: true,
    s3AccessKeyId: s3.settings.credentials?.accessKeyId,
    s3SecretAccessKey: s3.settings.credentials?.secretAccessKey,
  });
  const errorsOf = (answer: { body: unknown }) => problem.parse(answer.body).errors;

  test('are tried and written, then the school is set up and the servers restart', async () => {
    await withLauncher({}, async ({ look, setUp, file, restarts, rows }) => {
      expect((await look().expect(200)).body).toMatchObject({
        restarts: true,
        chooses: { timeZone: true, publicUrl: true, mail: true, storage: true },
        mailServer: null,
        bucket: null,
      });
      const before = mails.mails.length;
      const chosen = { timeZone: 'Europe/Paris', publicUrl: 'http://localhost:4123' };
      const answer = await setUp({ ...chosen, ...mailChosen(), ...bucketChosen() }).expect(200);
      expect(authInfo.parse(answer.body).role).toBe('SuperAdmin');
      expect(mails.signIns).toContain("post@himawari:p'ss/w:rd $1");
      expect((await mailsTo(mails, school.email, before + 1)).at(-1)?.from?.address).toBe(
        'no-reply@himawari.example.jp',
      );
      const { port } = new URL(mails.url);
      const text = await readFile(file, 'utf8');
      for (const line of [
        'SCHOOL_TIME_ZONE=Europe/Paris',
        'PUBLIC_URL=http://localhost:4123',
        `SMTP_URL="smtp://post%40himawari:p'ss%2Fw%3Ard%20%241@127.0.0.1:${port}"`,
        "MAIL_FROM='ひまわり小学校 <no-reply@himawari.example.jp>'",
        `S3_BUCKET=${s3.settings.bucket}`,
        'S3_FORCE_PATH_STYLE=on',
        'DEMO_DATA=off',
      ])
        expect(text).toContain(`${line}\n`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(restarts()).toBe(1);
      expect(await rows()).toBe(1);
    });
  });

  test('name every field that fails, by what was tried, and neither write nor set up anything', async () => {
    await withLauncher({}, async ({ look, setUp, file, restarts, rows }) => {
      const nowhere = await freePort();
      const faults = async (over: Record<string, unknown>) => errorsOf(await setUp(over).expect(400));
      const s3Nowhere = { ...bucketChosen(), s3Endpoint: `http://127.0.0.1:${nowhere}` };
      expect(
        await faults({ publicUrl: 'https://books.invalid', ...mailChosen(), smtpPort: nowhere, ...s3Nowhere }),
      ).toEqual({
        publicUrl: ['messages.addressUnknown'],
        smtpHost: ['messages.mailServerUnreachable'],
        s3Endpoint: ['messages.storeUnreachable'],
      });
      expect(
        await faults({ ...mailChosen(), smtpPassword: 'wrong', ...bucketChosen(), s3AccessKeyId: 'another' }),
      ).toEqual({ smtpUser: ['messages.mailSignInRefused'], s3AccessKeyId: ['messages.keyRefused'] });
      expect(await faults({ ...bucketChosen(), s3Bucket: 'no-such-bucket' })).toEqual({
        s3Bucket: ['messages.bucketUnusable'],
      });
      expect(await readdir(join(file, '..'))).not.toContain('settings.env');
      expect(restarts()).toBe(0);
      expect(await rows()).toBe(0);
      await look().expect(200);
    });
  });

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
        s3AccessKeyId: ['messages.keyRequire'],
        s3SecretAccessKey: ['messages.keyRequire'],
      },
    ],
  ])('take no %j', async (over, errors) => {
    expect(errorsOf(await setUp('any-token', over).expect(400))).toMatchObject(errors);
  });
  test('that the environment sets are shown and not to be chosen; the others are', async () => {
    const env = { PUBLIC_URL: 'http://localhost:4000', SMTP_URL: 'smtp://user:hidden-word@mail.example.org' };
    await withLauncher(env, async ({ look, setUp, restarts, rows, file }) => {
      const shown = await look().expect(200);
      expect(shown.body).toMatchObject({
        restarts: true,
        chooses: { timeZone: true, publicUrl: false, mail: false, storage: true },
      });
      const refused = await setUp({ publicUrl: 'http://localhost:4001', sendsMail: false }).expect(400);
      expect(errorsOf(refused)).toEqual({
        publicUrl: ['messages.settingFixed'],
        sendsMail: ['messages.settingFixed'],
      });
      expect([await rows(), restarts()]).toEqual([0, 0]);
      await setUp({ timeZone: 'UTC', usesBucket: false }).expect(200);
      const text = await readFile(file, 'utf8');
      expect(text).toContain('SCHOOL_TIME_ZONE=UTC\n');
      expect(text).not.toMatch(/PUBLIC_URL|SMTP_URL|S3_/);
    });
  });

  test('stay as the file has them when they are left out, and no query shows a secret', async () => {
    await withLauncher({}, async ({ look, setUp, services, file }) => {
      await writeFile(file, 'SMTP_URL=smtp://user:hidden-word@mail.example.org\nS3_BUCKET=present\n');
      Object.assign(services.settings, { smtpUrl: 'smtp://user:hidden-word@mail.example.org' });
      const shown = await look().expect(200);
      expect(shown.body).toMatchObject({ sendsMail: true, mailServer: 'mail.example.org', chooses: { mail: true } });
      expect(shown.text).not.toContain('hidden-word');
      await setUp({ timeZone: 'Asia/Seoul', usesBucket: false }).expect(200);
      const text = await readFile(file, 'utf8');
      expect(text).toContain('SMTP_URL=smtp://user:hidden-word@mail.example.org\n');
      expect(text).not.toContain('S3_BUCKET');
    });
  });

  test('are not offered where nobody restarts the servers, and the school is set up without them', async () => {
    await api.services.db.delete(users);
    await api.services.db.update(installation).set({ setUpAt: null });
    const token = await printed();
    expect((await look(token).expect(200)).body).toMatchObject({
      restarts: false,
      chooses: { timeZone: false, publicUrl: false, mail: false, storage: false },
    });
    const refused = await send({ apiUrl: api.url }, setUpSchool, { body: { token, ...school, timeZone: 'UTC' } });
    expect([refused.status, errorsOf(refused)]).toEqual([400, { timeZone: ['messages.settingFixed'] }]);
    await setUp(token).expect(200);
  });

  test('that cannot be written set nothing up', async () => {
    await withLauncher({}, async ({ setUp, file, restarts, rows, look }) => {
      // Written by hand, with signs that no quotes hold: the file could not be written anew without a loss.
      const own = `GREETING=it's $5\n`;
      await writeFile(file, own);
      const answer = await setUp({ timeZone: 'UTC' });
      expect([answer.status, messageOf(answer)]).toEqual([409, 'messages.settingsNotWritten']);
      expect([await rows(), restarts()]).toEqual([0, 0]);
      expect(await readFile(file, 'utf8')).toBe(own);
      await look().expect(200);
    });
  });

  test('of two who use the link at the same moment are those of the one who was first', async () => {
    await withLauncher({}, async ({ setUp, file, restarts, rows }) => {
      const zones = ['Asia/Seoul', 'Europe/Paris'];
      const answers = await Promise.all(zones.map((timeZone) => setUp({ timeZone })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = zones[answers.findIndex(({ status }) => status === 200)] ?? '';
      expect(await readFile(file, 'utf8')).toContain(`SCHOOL_TIME_ZONE=${won}\n`);
      expect([await rows(), restarts()]).toEqual([1, 1]);
    });
  });
});
