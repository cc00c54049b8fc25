import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import { openBucket } from '#api/ground/storage/s3-bucket.ts';
import { mailsTo, tokenIn } from '#tests/api/mail-box.ts';
import { connected, ScratchDatabases } from '#tests/api/scratch-database.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/ports.ts';
import { runCommand } from '#tests/support/programs.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { databaseUrl, requiredVariable } from '#tests/support/template.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const scratch = new ScratchDatabases();
let folder: string;
let mails: MailServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-setup-'));
  mails = await startMailServer();
});
afterAll(async () => {
  await mails.close();
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
});

async function command(name: 'setup' | 'leave-demo', args: readonly string[], more: NodeJS.ProcessEnv) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'silent', ...more };
  const { code, text } = await runCommand(name, args, env);
  return { code, text };
}
const setup = (args: readonly string[], env: NodeJS.ProcessEnv) => command('setup', args, env);

const school = [
  ['--school-name', "St. Mary's “ひまわり” School"],
  ['--first-name', '彩'],
  ['--last-name', '佐藤'],
  ['--email', 'aya@himawari.example.jp'],
  ['--public-url', 'http://127.0.0.1:4000'],
].flat();

const administrators = (url: string) =>
  connected(async (client) => {
    const { rows } = await client.query<{ email: string; role: string; school: string }>(
      'select email, role, school_name as school from users, installation where set_up_at is not null and not demo',
    );
    return rows;
  }, url);
const sunflower = { email: 'aya@himawari.example.jp', role: 'SuperAdmin', school: "St. Mary's “ひまわり” School" };

/** A demo school with its files, which the settings file in its folder names. */
async function newDemo(name: string): Promise<{ readonly DATA_DIR: string; readonly url: string }> {
  const DATA_DIR = join(folder, name);
  await cp(join(requiredVariable('TEST_TEMPLATE_DATA'), 'media'), join(DATA_DIR, 'media'), { recursive: true });
  const url = await scratch.create(requiredVariable('TEST_TEMPLATE'));
  await writeFile(join(DATA_DIR, 'settings.env'), `DATABASE_URL=${url}\n`);
  // The state after the demo's first start.
  await connected((client) => client.query('update installation set store_marked_at = now()'), url);
  const { id = '' } = (await installationOf(url)) ?? {};
  await createFolderStorage(join(DATA_DIR, 'media')).writeMark({ installation: id });
  return { DATA_DIR, url };
}

const installationOf = (url: string) =>
  connected(async (client) => {
    const { rows } = await client.query<{ id: string; demo: boolean; users: number }>(
      'select id, demo, (select count(*)::int from users) as users from installation',
    );
    return rows[0];
  }, url);

/** The owner and the files of the media folder. */
async function folderOf(DATA_DIR: string) {
  const storage = createFolderStorage(join(DATA_DIR, 'media'));
  const keys = [];
  for await (const { key } of storage.list()) keys.push(key);
  return { owner: (await storage.readMark())?.installation, files: keys.length };
}

describe('npm run setup without a terminal', () => {
  it('names every missing and every wrong answer at once, and writes nothing', async () => {
    const DATA_DIR = join(folder, 'nothing');
    const args = '--email aya --language fr --time-zone IST --smtp-url nonsense --s3-bucket x';
    const { code, text } = await setup(args.split(' '), { DATA_DIR });
    expect(code).toBe(1);
    for (const missing of ['--school-name', '--first-name', '--last-name', '--public-url'])
      expect(text).toContain(`missing. Give ${missing} or `);
    for (const wrong of ['SETUP_EMAIL', 'SETUP_LANGUAGE', 'SCHOOL_TIME_ZONE', 'SMTP_URL', 'S3_BUCKET needs'])
      expect(text).toContain(wrong);
    await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('tries address, database, mail and storage, names all that fail, and sets nothing up', async () => {
    const DATA_DIR = join(folder, 'failing');
    const nowhere = `127.0.0.1:${await freePort()}`;
    const { code, text } = await setup(
      [
        ...school.slice(0, -2),
        ...['--public-url', 'https://books.invalid', '--smtp-url', `smtp://${nowhere}`],
        ...['--database-url', databaseUrl(adminUrl, 'no_such_database')],
        ...['--s3-bucket', 'manabook', '--s3-endpoint', `http://${nowhere}`],
        ...['--s3-access-key-id', 'key', '--s3-secret-access-key', 'a-secret-key'],
      ],
      { DATA_DIR },
    );
    expect(code).toBe(1);
    expect(text).toContain('PUBLIC_URL: the name books.invalid was not found');
    expect(text).toContain('has no database "no_such_database" (DATABASE_URL)');
    expect(text).toContain('SMTP_URL: could not send an email to aya@himawari.example.jp');
    expect(text).toContain('Storage: the bucket manabook cannot be used');
    expect(text).not.toContain('a-secret-key');
    expect(await readdir(DATA_DIR).catch(() => [])).not.toContain('settings.env');
  });

  it('sets a school up with a bucket and a mail server, whose settings only their owner reads, and invites by mail', async () => {
    const s3 = await startS3Server();
    const DATA_DIR = join(folder, 'school');
    const url = await scratch.create();
    const { endpoint, bucket, credentials } = s3.settings;
    try {
      const { code, text } = await setup([...school, '--language', 'jp', '--smtp-url', mails.url, '--yes'], {
        DATA_DIR,
        DATABASE_URL: url,
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint,
        S3_FORCE_PATH_STYLE: 'on',
        S3_ACCESS_KEY_ID: credentials?.accessKeyId,
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
      });
      expect(text).toContain('An invitation was sent to aya@himawari.example.jp');
      expect(code).toBe(0);
      // The database has marked the bucket as its own.
      const stored = [];
      for await (const { key } of (await openBucket(s3.settings)).list('')) stored.push(key);
      expect(stored).toHaveLength(1);
    } finally {
      await s3.close();
    }
    const file = join(DATA_DIR, 'settings.env');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(`SMTP_URL=${mails.url}\n`);
    expect(await administrators(url)).toEqual([sunflower]);
    // A test mail first, then the invitation.
    const [, invitation] = await mailsTo(mails, sunflower.email, 2);
    expect(tokenIn(invitation)).toMatch(/^[\w-]{43}$/);
    expect(invitation?.text).toContain('http://127.0.0.1:4000/set-password-via-invite?lng=jp#token=');

    const again = await setup([...school, '--yes'], { DATA_DIR, DATABASE_URL: url });
    expect(again).toEqual({
      code: 1,
      text: 'This school is already set up. Nothing was changed. An administrator can invite others on the page "Users".\n',
    });
    expect(await administrators(url)).toEqual([sunflower]);
  });

  it('leaves a demo when told to, and prints the one-time link where there is no mail', async () => {
    const { DATA_DIR, url } = await newDemo('demo');
    const refused = await setup([...school, '--yes'], { DATA_DIR });
    expect(refused).toEqual({
      code: 1,
      text: 'This database holds the demo school. To remove it and everything in it, add --leave-demo\n',
    });
    const { code, text } = await setup([...school, '--yes', '--leave-demo'], { DATA_DIR });
    expect(text).toMatch(
      /sets a password with this link, which works once:\n {2}http:\/\/127\.0\.0\.1:4000\/set-password-via-invite\S+#token=/,
    );
    expect(code).toBe(0);
    expect(await administrators(url)).toEqual([sunflower]);
    expect(await readFile(join(DATA_DIR, 'settings.env'), 'utf8')).toContain('DEMO_DATA=off\n');
  });

  it('removes the demo from its own database, and sets up the school in another database that owns the folder', async () => {
    const { DATA_DIR, url } = await newDemo('other-database');
    const [taken, chosen] = [await scratch.create(requiredVariable('TEST_TEMPLATE')), await scratch.create()];
    await connected((client) => client.query('update installation set demo = false, set_up_at = now()'), taken);
    const before = await installationOf(url);
    const setUpIn = (to: string) => setup([...school, '--yes', '--leave-demo', '--database-url', to], { DATA_DIR });
    const refused = await setUpIn(taken);
    expect(refused.text).toContain('This school is already set up. Nothing was changed.');
    expect(refused.code).toBe(1);
    expect(await installationOf(url)).toEqual(before);
    const { code, text } = await setUpIn(chosen);
    expect(text).toContain('sets a password with this link, which works once');
    expect(code).toBe(0);
    expect(await installationOf(url)).toEqual({ ...before, demo: false, users: 0 });
    expect(await administrators(chosen)).toEqual([sunflower]);
    expect(await folderOf(DATA_DIR)).toEqual({ owner: (await installationOf(chosen))?.id, files: 0 });
  });

  it('removes the demo from its folder, and sets up the school with a bucket that it owns', async () => {
    const s3 = await startS3Server();
    const { DATA_DIR, url } = await newDemo('other-store');
    const { endpoint = '', bucket, credentials } = s3.settings;
    try {
      const { code, text } = await setup(
        [
          ...[...school, '--yes', '--leave-demo', '--s3-bucket', bucket, '--s3-endpoint', endpoint],
          ...['--s3-force-path-style', 'on', '--s3-access-key-id', credentials?.accessKeyId ?? ''],
          ...['--s3-secret-access-key', credentials?.secretAccessKey ?? ''],
        ],
        { DATA_DIR },
      );
      expect(text).toContain('sets a password with this link, which works once');
      expect(code).toBe(0);
      const stored = [];
      for await (const { key } of (await openBucket(s3.settings)).list('')) stored.push(key);
      expect(stored).toEqual([`${(await installationOf(url))?.id}/installation.json`]);
    } finally {
      await s3.close();
    }
    expect(await administrators(url)).toEqual([sunflower]);
    expect(await folderOf(DATA_DIR)).toEqual({ owner: undefined, files: 0 });
  });
});

describe('npm run leave-demo', () => {
  const leave = (args: readonly string[], env: NodeJS.ProcessEnv) => command('leave-demo', args, env);

  it('removes the demo when it is told to, and later starts make none', async () => {
    const { DATA_DIR } = await newDemo('left');
    const unasked = 'Nothing was removed. To remove it without a question: npm run leave-demo -- --yes\n';
    expect(await leave([], { DATA_DIR })).toEqual({ code: 1, text: unasked });
    const { code, text } = await leave(['--yes'], { DATA_DIR });
    expect(text).toMatch(
      /^The demo school and its \d+ files were removed\. DEMO_DATA=off was saved in \S+settings\.env\. Next: npm run setup\n$/,
    );
    expect(code).toBe(0);
    expect(await readFile(join(DATA_DIR, 'settings.env'), 'utf8')).toContain('DEMO_DATA=off\n');
    const again = await leave(['--yes'], { DATA_DIR });
    expect(again).toEqual({ code: 1, text: 'This database has no demo school. Nothing was removed.\n' });
    // Like a setup that was killed after it had left the demo: a school in another database gets the folder.
    const chosen = await scratch.create();
    expect(await setup([...school, '--yes', '--database-url', chosen], { DATA_DIR })).toMatchObject({ code: 0 });
    expect(await folderOf(DATA_DIR)).toEqual({ owner: (await installationOf(chosen))?.id, files: 0 });
  });

  it('says that the next start makes a new demo if the environment has DEMO_DATA=on', async () => {
    const { DATA_DIR } = await newDemo('still-on');
    const { code, text } = await leave(['--yes'], { DATA_DIR, DEMO_DATA: 'on' });
    expect(text).toMatch(
      /^The demo school and its \d+ files were removed\. The environment has DEMO_DATA=on, so the next start makes a new demo\. Change it to DEMO_DATA=off there\. Next: npm run setup\n$/,
    );
    expect(code).toBe(0);
  });
});
