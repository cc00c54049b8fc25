import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { flaws, looks } from '#tests/support/staff-device.ts';
import { childDevice, childWhoMade } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import student from '../../locales/en/student.json' with { type: 'json' };
import japanese from '../../locales/jp/student.json' with { type: 'json' };
import { refuse, serveFilms } from './film-server.ts';

const product = startProduct();
const youtube = 'https://www.youtube-nocookie.com/**';

/** The address of the demo school's first page of a kind, with a link or without one. */
async function pageOf(condition: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ hash_code: string }>(
    `select hash_code from contents where published_at is not null and ${condition} order by id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error(`no content where ${condition}`);
  return `${product.world.url}/student/content/${found.hash_code}`;
}
const film = () => pageOf('type = 3 and youtube_link is not null');
const game = () => pageOf('type = 4');

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const clock = (page: Page) => page.getByRole('slider', { name: student.timeLine });
const time = async (page: Page) => Number(await clock(page).inputValue());

describe('a film', () => {
  it.each(looks)(
    'asks YouTube for nothing before a tap, plays, and can be played again, in $language on a $width',
    async (look) => {
      const words = look.language === 'jp' ? japanese : student;
      const { page, context, complaints } = await product.browser.device(look);
      const asked = await serveFilms(context, 6);
      await page.goto(await film());
      await page.getByRole('button', { name: words.play }).waitFor();
      expect(asked).toEqual([]);
      expect(await flaws(page)).toEqual([]);
      await page.getByRole('button', { name: words.play }).press('Enter');
      await page.getByRole('button', { name: words.pause }).waitFor();
      expect(asked).toHaveLength(1);
      expect(await flaws(page)).toEqual([]);
      await page.locator('.stage-cover').getByRole('button', { name: words.again }).waitFor();
      expect(await flaws(page)).toEqual([]);
      await page.locator('.stage-cover').getByRole('button').press('Enter');
      await page.getByRole('button', { name: words.pause }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('is framed without cookies, quietly, and cannot lead away', async () => {
    const { page, context } = await product.browser.device();
    const asked = await serveFilms(context, 60);
    await page.goto(await film());
    await tap(page, student.play);
    const frame = page.locator('.stage iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
    expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    expect(await frame.getAttribute('title')).toMatch(/^Film: ./);
    await expect.poll(() => asked).toHaveLength(1);
    const { pathname, searchParams } = new URL(asked[0] ?? '');
    expect(pathname).toMatch(/^\/embed\/[\w-]{11}$/);
    expect(Object.fromEntries(searchParams)).toMatchObject({ rel: '0', controls: '0', enablejsapi: '1', hl: 'en' });
    await context.close();
  });

  it('stops, goes slowly, goes back, and repeats a part', async () => {
    const { page, context } = await product.browser.device({ width: 'phone' });
    await serveFilms(context, 600);
    await page.goto(await film());
    await tap(page, student.play);
    await tap(page, student['rate-50']);
    await page.locator('.player-rate[aria-pressed=true]', { hasText: student['rate-50'] }).waitFor();
    await expect.poll(() => time(page)).toBeGreaterThan(1);

    await tap(page, student.pause);
    await page.locator('.stage-cover').getByRole('button', { name: student.goOn }).waitFor();
    const stopped = await time(page);
    await clock(page).fill('100');
    await expect.poll(() => time(page)).toBe(100);
    expect(stopped).toBeLessThan(100);
    await tap(page, student.partFrom);
    await clock(page).fill('104');
    await tap(page, student.partTo);
    await page.getByRole('button', { name: student.partEnd }).waitFor();
    await tap(page, student.goOn);
    await tap(page, student['rate-125']);
    await expect.poll(() => time(page)).toBeGreaterThan(102);
    await expect.poll(() => time(page)).toBeLessThan(102);
    await tap(page, student.partEnd);
    await expect.poll(() => time(page)).toBeGreaterThan(105);
    await tap(page, student.pause);
    const before = await time(page);
    await page.getByRole('button', { name: '5 seconds back' }).click();
    await expect.poll(() => time(page)).toBeLessThan(before);
    await context.close();
  });

  it('counts as done when it was seen to its end', async () => {
    const address = await film();
    const child = await childWhoMade(product, 'My house');
    const { page, context } = await childDevice(product, child, new URL(address).pathname);
    await serveFilms(context, 1);
    const done = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const code = address.split('/').at(-1) ?? '';
    await page.getByRole('button', { name: student.play }).waitFor();
    expect(await done()).not.toContain(code);
    await tap(page, student.play);
    await page.locator('.stage-cover').getByRole('button', { name: student.again }).waitFor();
    await expect.poll(done).toContain(code);
    await context.close();
  });

  it.each(looks)(
    'that the network keeps away says so kindly, and can be tried again, in $language on a $width',
    async (look) => {
      const words = look.language === 'jp' ? japanese : student;
      const { page, context } = await product.browser.device(look);
      await refuse(context, youtube);
      await page.goto(await film());
      await page.getByRole('button', { name: words.play }).click();
      await page.getByRole('heading', { name: words.filmBlockedTitle }).waitFor();
      await page.getByText('www.youtube-nocookie.com').waitFor();
      expect(await flaws(page)).toEqual([]);
      await context.unroute(youtube);
      await serveFilms(context, 60);
      await page.getByRole('button', { name: words.tryAgain }).click();
      await page.getByRole('button', { name: words.pause }).waitFor();
      await context.close();
    },
  );
});

describe('a song of our own', () => {
  it.each(looks)('plays, slowly too, and has no flaw, in $language on a $width', async (look) => {
    const words = look.language === 'jp' ? japanese : student;
    const { page, context, complaints } = await product.browser.device(look);
    await page.goto(await pageOf('type = 2 and youtube_link is null'));
    await page.getByRole('button', { name: words.play }).press('Enter');
    await page.getByRole('button', { name: words.pause }).waitFor();
    await page.getByRole('button', { name: new RegExp(`${words['rate-50']}$`) }).click();
    const sound = () =>
      page
        .locator('audio')
        .evaluate((audio: HTMLAudioElement) => [audio.paused, audio.playbackRate, audio.currentTime > 0.2]);
    await expect.poll(sound).toEqual([false, 0.5, true]);
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: words.pause }).press('Enter');
    await expect.poll(async () => (await sound())[0]).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a game', () => {
  it.each(looks)('is framed after a tap, with the way out in its corner, in $language on a $width', async (look) => {
    const words = look.language === 'jp' ? japanese : student;
    const { page, context, complaints } = await product.browser.device(look);
    const asked: string[] = [];
    await context.route('https://wordwall.net/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Game</title><p>A game' });
    });
    await page.goto(await game());
    await page.getByRole('button', { name: words.play }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: words.play }).click();
    const frame = page.locator('.stage iframe');
    await page.frameLocator('.stage iframe').getByText('A game').waitFor();
    expect(asked[0]).toMatch(/^https:\/\/wordwall\.net\/embed\/resource\/\d+$/);
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: words.gameMissing }).click();
    await page.getByRole('heading', { name: words.gameBlockedTitle }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: words.tryAgain }).click();
    await page.frameLocator('.stage iframe').getByText('A game').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
