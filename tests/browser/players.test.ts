import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { childDevice, childWhoMade } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import student from '../../locales/en/student.json' with { type: 'json' };
import { refuse, serveFilms, serveGames } from './film-server.ts';
import { wordsOf } from './staff-walk.ts';

const product = startProduct();
const youtube = 'https://www.youtube-nocookie.com/**';
const japanese = wordsOf('jp', 'student');

/** The path of the demo school's first page of a kind, with a link or without one. */
async function pathOf(condition: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ hash_code: string }>(
    `select hash_code from contents where published_at is not null and ${condition} order by id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error(`no content where ${condition}`);
  return `/student/content/${found.hash_code}`;
}
const pageOf = async (condition: string) => `${product.world.url}${await pathOf(condition)}`;
const film = 'type = 3 and youtube_link is not null';

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const clock = (page: Page, name: string) => page.getByRole('slider', { name });
const quickly = { interval: 20 };

describe('a film', () => {
  it('asks YouTube for nothing before a tap, plays quietly, counts at its end and can be played again', async () => {
    const path = await pathOf(film);
    const child = await childWhoMade(product, 'My house');
    const device = await childDevice(product, child, '/student/profiles', { language: 'jp', width: 'phone' });
    const { page, context, complaints } = device;
    const asked = await serveFilms(context, 60);
    await page.goto(`${product.world.url}${path}`);
    await page.getByRole('button', { name: japanese('play') }).waitFor();
    expect(asked).toEqual([]);
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const code = path.split('/').at(-1) ?? '';
    expect(await kept()).not.toContain(code);

    await page.getByRole('button', { name: japanese('play') }).press('Enter');
    await page.getByRole('button', { name: japanese('pause') }).waitFor();
    expect(asked).toHaveLength(1);
    const { pathname, searchParams } = new URL(asked[0] ?? '');
    expect(pathname).toMatch(/^\/embed\/[\w-]{11}$/);
    expect(Object.fromEntries(searchParams)).toMatchObject({ rel: '0', controls: '0', enablejsapi: '1', hl: 'ja' });
    const frame = page.locator('.stage iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
    expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    expect(await frame.getAttribute('title')).toMatch(/./);

    await clock(page, japanese('timeLine')).fill('60');
    const cover = page.locator('.stage-cover').getByRole('button', { name: japanese('again') });
    await cover.waitFor();
    await expect.poll(kept).toContain(code);
    await cover.press('Enter');
    await page.getByRole('button', { name: japanese('pause') }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stops, goes slowly, goes back, and repeats a part', async () => {
    const { page, context } = await product.browser.device({ width: 'tablet' });
    // Ten of its seconds in one of ours.
    await serveFilms(context, 3_600, 10);
    const line = clock(page, student.timeLine);
    const time = async () => Number(await line.inputValue());
    await page.goto(await pageOf(film));
    await tap(page, student.play);
    await tap(page, student['rate-50']);
    await page.locator('.player-rate[aria-pressed=true]', { hasText: student['rate-50'] }).waitFor();
    await expect.poll(time, quickly).toBeGreaterThan(1);

    await tap(page, student.pause);
    await page.locator('.stage-cover').getByRole('button', { name: student.goOn }).waitFor();
    const stopped = await time();
    await line.fill('1000');
    await expect.poll(time, quickly).toBe(1000);
    expect(stopped).toBeLessThan(1000);
    await tap(page, student.partFrom);
    await line.fill('1004');
    await tap(page, student.partTo);
    await page.getByRole('button', { name: student.partEnd }).waitFor();
    await tap(page, student.goOn);
    await tap(page, student['rate-125']);
    await expect.poll(time, quickly).toBeGreaterThan(1002);
    await expect.poll(time, quickly).toBeLessThan(1002);
    await tap(page, student.partEnd);
    await expect.poll(time, quickly).toBeGreaterThan(1005);
    await tap(page, student.pause);
    await page.locator('.stage-cover').getByRole('button', { name: student.goOn }).waitFor();
    const before = await time();
    await page.getByRole('button', { name: '5 seconds back' }).click();
    await expect.poll(time, quickly).toBeLessThan(before);
    await context.close();
  });

  it('that the network keeps away says so kindly, and can be tried again', async () => {
    const { page, context } = await product.browser.device({ width: 'desktop' });
    await page.clock.install();
    await refuse(context, youtube);
    await page.goto(await pageOf(film));
    await tap(page, student.play);
    await page.locator('.stage iframe').waitFor();
    // YouTube would long have answered.
    await page.clock.runFor(8_000);
    await page.getByRole('heading', { name: student.filmBlockedTitle }).waitFor();
    await page.getByText('www.youtube-nocookie.com').waitFor();
    await context.unroute(youtube);
    await serveFilms(context, 60);
    await tap(page, student.tryAgain);
    await page.getByRole('button', { name: student.pause }).waitFor();
    await context.close();
  });
});

it('a song of our own plays, slowly too', async () => {
  const { page, context, complaints } = await product.browser.device({ width: 'desktop' });
  await page.goto(await pageOf('type = 2 and youtube_link is null'));
  await page.getByRole('button', { name: student.play }).press('Enter');
  await page.getByRole('button', { name: student.pause }).waitFor();
  await page.getByRole('button', { name: new RegExp(`${student['rate-50']}$`) }).click();
  const sound = () =>
    page
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => [audio.paused, audio.playbackRate, audio.currentTime > 0.2]);
  await expect.poll(sound).toEqual([false, 0.5, true]);
  await page.getByRole('button', { name: student.pause }).press('Enter');
  await expect.poll(async () => (await sound())[0]).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a song that the network kept away plays by the next tap when it is back', async () => {
  const { page, context } = await product.browser.device({ width: 'phone' });
  await refuse(context, '**/media/**');
  await page.goto(await pageOf('type = 2 and youtube_link is null'));
  await tap(page, student.play);
  await page.getByText(student.soundFailed).waitFor();
  await context.unroute('**/media/**');
  await tap(page, student.play);
  await page.getByRole('button', { name: student.pause }).waitFor();
  expect(await page.getByText(student.soundFailed).count()).toBe(0);
  await context.close();
});

it('a game that the network keeps away shows what to do instead, and earns nothing', async () => {
  const child = await childWhoMade(product, 'My house');
  const path = await pathOf('type = 4');
  const { page, context } = await childDevice(product, child, path, { width: 'phone' });
  await refuse(context, 'https://wordwall.net/**');
  await page.getByRole('button', { name: student.play }).click();
  await page.getByRole('heading', { name: student.gameBlockedTitle }).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  const earned = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await earned()).not.toContain(path.split('/').at(-1));
  await context.unroute('https://wordwall.net/**');
  await serveGames(context);
  await page.getByRole('button', { name: student.tryAgain }).click();
  await page.frameLocator('.stage iframe').getByText('A game').waitFor();
  await expect.poll(earned).toContain(path.split('/').at(-1));
  await context.close();
});

it('a game is framed after a tap, with the way out in its corner', async () => {
  const { page, context, complaints } = await product.browser.device({ language: 'jp', width: 'phone' });
  const asked = await serveGames(context);
  const play = page.getByRole('button', { name: japanese('play') });
  const game = page.frameLocator('.stage iframe').getByText('A game');
  await page.goto(await pageOf('type = 4'));
  await play.waitFor();
  expect(asked).toEqual([]);
  await play.click();
  await game.waitFor();
  expect(asked[0]).toMatch(/^https:\/\/wordwall\.net\/embed\/resource\/\d+$/);
  expect(await page.locator('.stage iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
  await page.getByRole('button', { name: japanese('gameMissing') }).click();
  await page.getByRole('heading', { name: japanese('gameBlockedTitle') }).waitFor();
  await page.getByRole('button', { name: japanese('tryAgain') }).click();
  await game.waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
