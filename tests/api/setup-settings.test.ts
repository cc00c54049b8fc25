import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authInfo } from '#schema/rest/auth-info.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/ports.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { errorsOf, firstSchool, messageOf, withLauncher } from './launched-api.ts';
import { mailsTo } from './mail-box.ts';

// In parallel: one of them waits eight seconds for silent servers.
describe.concurrent('settings by the printed link', () => {
  let mails: MailServer;
  let s3: S3Server;

  beforeAll(async () => {
    [mails, s3] = [await startMailServer(), await startS3Server()];
  });
  afterAll(async () => {
    await mails.close();
    await s3.close();
  });

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
    s3AccessKey: s3.settings.credentials?.accessKeyId,
    s3SecretAccessKey: s3.settings.credentials?.secretAccessKey,
  });

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
      expect((await mailsTo(mails, firstSchool.email, before + 1)).at(-1)?.from?.address).toBe(
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
        await faults({ ...mailChosen(), smtpPassword: 'wrong', ...bucketChosen(), s3AccessKey: 'another' }),
      ).toEqual({ smtpUser: ['messages.mailSignInRefused'], s3AccessKey: ['messages.keyRefused'] });
      expect(await faults({ ...bucketChosen(), s3Bucket: 'no-such-bucket' })).toEqual({
        s3Bucket: ['messages.bucketUnusable'],
      });
      expect(await readdir(join(file, '..'))).not.toContain('settings.env');
      expect(restarts()).toBe(0);
      expect(await rows()).toBe(0);
      await look().expect(200);
    });
  });

  test('whose servers take the connection and say nothing are given up, and named', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      await withLauncher({}, async ({ setUp, restarts, rows }) => {
        const s3Endpoint = `http://127.0.0.1:${port}`;
        const answer = await setUp({ ...mailChosen(), smtpPort: port, ...bucketChosen(), s3Endpoint }).expect(400);
        expect(errorsOf(answer)).toEqual({
          smtpHost: ['messages.mailServerUnreachable'],
          s3Endpoint: ['messages.storeUnreachable'],
        });
        expect([restarts(), await rows()]).toEqual([0, 0]);
      });
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
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

  test('are written before the school is set up: ended between, nobody is there and the link works again', async () => {
    await withLauncher({}, async ({ setUp, file, rows, look, loseLauncher }) => {
      loseLauncher(true);
      await setUp({ timeZone: 'Asia/Seoul' }).expect(500);
      expect(await readFile(file, 'utf8')).toContain('SCHOOL_TIME_ZONE=Asia/Seoul\n');
      expect(await rows()).toBe(0);
      await look().expect(200);
      loseLauncher(false);
      await setUp({ timeZone: 'Europe/Paris' }).expect(200);
      expect(await readFile(file, 'utf8')).toContain('SCHOOL_TIME_ZONE=Europe/Paris\n');
      expect(await rows()).toBe(1);
    });
  });

  test('of two who use the link at the same moment are those of the one who was first', async () => {
    await withLauncher({}, async ({ setUp, file, restarts, rows }) => {
      const zones = ['Asia/Seoul', 'Europe/Paris'];
      const answers = await Promise.all(zones.map((timeZone) => setUp({ timeZone })));
      // The link has ended already for a second call that is looked at after the first one is done.
      expect([
        [200, 400],
        [200, 409],
      ]).toContainEqual(answers.map(({ status }) => status).sort());
      const won = zones[answers.findIndex(({ status }) => status === 200)] ?? '';
      expect(await readFile(file, 'utf8')).toContain(`SCHOOL_TIME_ZONE=${won}\n`);
      expect([await rows(), restarts()]).toEqual([1, 1]);
    });
  });
});
