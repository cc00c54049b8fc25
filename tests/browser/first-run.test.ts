import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#api/auth/refresh-tokens.ts';
import { installation } from '#api/db/schema.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const token = 'a-printed-token';
let world: World;
let browser: TestBrowser;

beforeAll(async () => {
  world = await startWorld();
  browser = await startBrowser();
  await world.services.db
    .update(installation)
    .set({ firstRunKeyHash: hashOf(token), firstRunEndsAt: new Date(Date.now() + 3_600_000) });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('the page of the printed link', () => {
  it('says so when the link opens nothing', async () => {
    const { page, context } = await browser.device();
    for (const link of ['/first-run', '/first-run#token=another']) {
      await page.goto(`${world.url}${link}`);
      await page.getByRole('alert').getByText('The link has been expired or invalid.').waitFor();
      expect(await page.locator('form').count()).toBe(0);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });

  it('names the school and its administrator by keyboard alone, in Japanese, and signs the administrator in', async () => {
    const { page, complaints, context } = await browser.device();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${world.url}/first-run?lng=jp#token=${token}`);
    await page.getByRole('heading', { name: '学校の設定' }).waitFor();
    await page.locator('button[type=submit]').click();
    await page.getByText('学校名を入力してください').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
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
    await page.getByRole('alert').waitFor();
    await context.close();
  });
});
