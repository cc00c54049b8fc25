import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { installation } from '#api/ground/db/schema.ts';
import { openBucket } from '#api/ground/storage/s3-bucket.ts';
import { mailsTo } from '#tests/api/mail-box.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startBrowser, type StartedBrowser } from '#tests/support/browser.ts';
import { createLauncherHome, untilReady } from '#tests/support/launcher.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/ports.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const token = 'a-printed-token';
const world = keptWorld();
let browser: StartedBrowser;

beforeAll(async () => {
  browser = await startBrowser();
  await world.services.db
    .update(installation)
    .set({ firstRunKeyHash: hashOf(token), firstRunEndsAt: new Date(Date.now() + 3_600_000) });
});
afterAll(async () => {
  await browser.close();
});

describe('the page of the printed link, where nobody restarts the servers', () => {
  it('says so when the link opens nothing', async () => {
    const { page, context } = await browser.device();
    for (const link of ['/first-run', '/first-run#token=another']) {
      await page.goto(`${world.url}${link}`);
      await page.getByRole('alert').getByText('The link has been expired or invalid.').waitFor();
      expect(await page.locator('form').count()).toBe(0);
    }
    await context.close();
  });

  it('names the school and its administrator by keyboard alone, in Japanese, and signs the administrator in', async () => {
    const { page, complaints, context } = await browser.device();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${world.url}/first-run?lng=jp#token=${token}`);
    await page.getByRole('heading', { name: '学校の設定' }).waitFor();
    await page.getByText('npm run setupまたはサーバーの環境変数で設定してください。').waitFor();
    expect(await page.getByRole('combobox').or(page.getByRole('radio')).count()).toBe(0);
    await page.locator('button[type=submit]').click();
    await page.getByText('学校名を入力してください。').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);

    await page.locator('input[name=schoolName]').focus();
    for (const text of ['ひまわり小学校', '佐藤', '彩', 'aya@himawari.example.jp', 'しずかな かわの いし']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.locator('input[name=confirmPassword]').focus();
    await page.keyboard.type('しずかな かわの いし');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/first-run');
    const [row] = await world.services.db.select().from(installation);
    expect(row).toMatchObject({ schoolName: 'ひまわり小学校', language: 'jp', firstRunKeyHash: null });
    expect(complaints).toEqual([]);

    await page.goto(`${world.url}/first-run#token=${token}`);
    await page.locator('.login-form[role=alert]').waitFor();
    await context.close();
  });
});

/** Everything as `npm start` runs it, before anybody is there, and the path of the printed link. */
async function launched(env: NodeJS.ProcessEnv = {}) {
  const home = await createLauncherHome();
  const launcher = home.launch(env);
  await untilReady(launcher);
  const path = /\/first-run#token=[\w-]{43}/.exec(launcher.output)?.[0] ?? '';
  return { home, path };
}

const password = 'quiet river stones';

describe('the page of the printed link under the launcher', () => {
  it('chooses time zone, address, mail and storage, tries them, and goes on signed in after the restart', async () => {
    const [mails, s3, { home, path }] = [await startMailServer(), await startS3Server(), await launched()];
    const { page, complaints, context } = await browser.device();
    const fill = (name: string, text: string) => page.locator(`input[name=${name}]`).fill(text);
    try {
      await page.goto(`${home.urls.gateway}${path}`);
      expect(await page.getByLabel('Manabook’s address').inputValue()).toBe(home.urls.gateway);
      await fill('schoolName', 'Sunflower School');
      const zone = page.getByRole('combobox', { name: 'School time zone' });
      await zone.fill('paris');
      await page.getByRole('option', { name: 'Europe/Paris' }).waitFor();
      await zone.press('Enter');
      await page.getByText('Through a mail server (SMTP)').click();
      await fill('smtpHost', '127.0.0.1');
      await fill('smtpPort', String(await freePort()));
      await fill('smtpUser', 'post');
      await fill('smtpPassword', 'a-mail-secret');
      await fill('mailFrom', 'Sunflower School <no-reply@sunflower.example.org>');
      await page.getByText('In an S3 bucket').click();
      await fill('s3Endpoint', s3.settings.endpoint ?? '');
      await fill('s3Bucket', 'another-bucket');
      await page.getByText('Use path-style addresses').click();
      await fill('s3AccessKey', s3.settings.credentials?.accessKeyId ?? '');
      await fill('s3SecretAccessKey', s3.settings.credentials?.secretAccessKey ?? '');
      await fill('firstName', 'Aya');
      await fill('lastName', 'Sato');
      await fill('email', 'aya@sunflower.example.org');
      await fill('password', password);
      await fill('confirmPassword', password);
      await page.locator('button[type=submit]').click();
      await page.getByText('Couldn’t send an email through this server.').waitFor();
      await page.getByText('Couldn’t save to this bucket.').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.locator('input[name=smtpPassword]').inputValue()).toBe('a-mail-secret');
      const file = join(home.dataDir, 'settings.env');
      await expect(readFile(file)).rejects.toThrow('ENOENT');

      const before = await home.processes();
      await fill('smtpPort', new URL(mails.url).port);
      await fill('s3Bucket', s3.settings.bucket);
      await page.locator('button[type=submit]').click();
      await page.getByText('Manabook is restarting with its settings').waitFor();
      await page.waitForURL((url) => url.pathname === '/users');
      await page.getByText('aya@sunflower.example.org').waitFor();
      const after = await home.processes();
      for (const name of ['api', 'worker', 'gateway']) expect(after[name]).not.toBe(before[name]);
      expect(after.postgres).toBe(before.postgres);
      expect(await readFile(file, 'utf8')).toContain('SCHOOL_TIME_ZONE=Europe/Paris\n');

      // What the servers do now, they do by the settings: a mail by the server, and files in the bucket.
      expect((await mailsTo(mails, 'aya@sunflower.example.org', 1))[0]?.from?.name).toBe('Sunflower School');
      await page.goto(`${home.urls.gateway}/forgot-password`);
      await page.locator('input[name=email]').fill('aya@sunflower.example.org');
      await page.locator('button[type=submit]').click();
      const [, reset] = await mailsTo(mails, 'aya@sunflower.example.org', 2);
      expect(reset?.text).toContain(`${home.urls.gateway}/set-password`);
      expect(mails.signIns).toContain('post:a-mail-secret');
      const stored: string[] = [];
      for await (const { key } of (await openBucket(s3.settings)).list('')) stored.push(key);
      expect(stored).not.toEqual([]);

      await page.goto(`${home.urls.gateway}${path}`);
      await page.getByRole('alert').getByText('The link has been expired or invalid.').waitFor();
      // While the servers restart, nobody answers the page that waits for them.
      expect(complaints.filter((complaint) => !/Failed to load resource/.test(complaint))).toEqual([]);
    } finally {
      await context.close();
      await home.close();
      await Promise.all([mails.close(), s3.close()]);
    }
  });

  it('shows what the environment sets, and leads to the new address, by keyboard and in Japanese on a phone', async () => {
    const { home, path } = await launched({ SMTP_URL: 'smtp://user:hidden-word@mail.example.org' });
    const { page, context } = await browser.device({ width: 'phone', language: 'jp' });
    try {
      await page.goto(`${home.urls.gateway}${path}`);
      await page.getByText('mail.example.org').waitFor();
      await page.getByText('サーバーの環境変数で設定されています').waitFor();
      expect(await page.content()).not.toContain('hidden-word');
      expect(await page.locator('input[name=smtpHost], input[name=sendsMail]').count()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);

      const moved = home.urls.gateway.replace('127.0.0.1', 'localhost');
      const type = async (name: string, text: string) => {
        for (let tabs = 0; tabs < 40; tabs += 1) {
          if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) break;
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Control+a');
        await page.keyboard.type(text);
      };
      await page.locator('input[name=schoolName]').focus();
      await page.keyboard.type('ひまわり小学校');
      await page.keyboard.press('Tab');
      await page.keyboard.type('ソウル');
      await page.keyboard.press('Escape');
      await type('publicUrl', moved);
      await type('lastName', '佐藤');
      await type('firstName', '彩');
      await type('email', 'aya@himawari.example.jp');
      await type('password', password);
      await type('confirmPassword', password);
      await page.keyboard.press('Enter');
      await page.getByText(`学校の準備ができました：${moved}`).waitFor();
      await page.getByRole('link', { name: '新しいアドレスでサインイン' }).click();
      await page.waitForURL(`${moved}/login`);
      await page.locator('input[name=email]').fill('aya@himawari.example.jp');
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      await page.waitForURL(`${moved}/users`);
      expect(await readFile(join(home.dataDir, 'settings.env'), 'utf8')).toContain(`PUBLIC_URL=${moved}\n`);
    } finally {
      await context.close();
      await home.close();
    }
  });
});
