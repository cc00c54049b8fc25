import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { Device } from '#tests/support/browser.ts';
import { childDevice, childWhoMade } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { speaking, startSpeaking } from '#tests/support/speaking.ts';

const product = startProduct();
// The child of all these tests begins with nothing set: its switches follow it from device to device.
beforeEach(() => product.world.services.pool.query('delete from student_switches'));

/** Has the page tell what its synthesis does: a word for each context that it has made. */
function tellContexts(): void {
  const made: AudioContext[] = [];
  const Browsers = window.AudioContext;
  window.AudioContext = class extends Browsers {
    constructor(options?: AudioContextOptions) {
      super(options);
      made.push(this);
      this.addEventListener('statechange', () => (document.documentElement.dataset.log += ` ${this.state}`));
    }
  };
  setInterval(() => (document.documentElement.dataset.heard = made.map(({ state }) => state).join(' ')), 20);
}
const without = (name: 'music' | 'sounds') =>
  name === 'music' ? () => localStorage.setItem('music', 'false') : () => localStorage.setItem('sounds', 'false');

const isHeard = (page: Page, states: string) => page.locator(`html[data-heard="${states}"]`).waitFor();

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

async function atContent(type: number, before: () => void): Promise<Device> {
  const { rows } = await product.world.services.pool.query<{ code: string }>(
    `select hash_code as code from contents
      where type = $1 and published_at is not null and youtube_link is null order by id limit 1`,
    [type],
  );
  const child = await childWhoMade(product, 'My house');
  const device = await childDevice(product, child, '/student/profiles');
  await device.context.addInitScript(before);
  await device.context.addInitScript(tellContexts);
  await device.page.goto(`${product.world.url}/student/content/${rows[0]?.code ?? ''}`);
  await device.page.locator('.content-title').waitFor();
  return device;
}
const tap = (page: Page) => page.locator('h1').click();

it('plays music behind a page after a tap, and stops with the tab, the page and its switch', async () => {
  const { page, context, complaints } = await atContent(1, without('sounds'));
  await isHeard(page, '');
  await tap(page);
  await isHeard(page, 'running');
  await hide(page, true);
  await isHeard(page, 'suspended');
  await hide(page, false);
  await tap(page);
  await isHeard(page, 'running');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/student/unit-detail?*');
  await isHeard(page, 'suspended');
  await page.goBack();
  await tap(page);
  await isHeard(page, 'running');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Music' }).click();
  await isHeard(page, 'suspended');
  await page.reload();
  await tap(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  expect(await page.getByRole('button', { name: 'Music' }).getAttribute('aria-pressed')).toBe('false');
  await isHeard(page, '');
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps the music away from what a page says until another page is opened', async () => {
  const { page, context, complaints } = await atContent(5, without('sounds'));
  await tap(page);
  await isHeard(page, 'running');
  const said = page.waitForFunction(() => document.querySelector('audio')?.ended);
  await page.locator('.sound-spot').first().click();
  await isHeard(page, 'suspended');
  await said;
  await tap(page);
  await isHeard(page, 'suspended');
  await page.getByRole('link', { name: 'Next page' }).click();
  await isHeard(page, 'running');
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([
  { what: 'word', type: 5, speaking: '.sound-spot', other: 'Bigger' },
  { what: 'song', type: 2, speaking: '.player-buttons .button-primary', other: '5 seconds back' },
])('leaves the beginning of a $what without a tick', async ({ type, speaking, other }) => {
  const { page, context } = await atContent(type, without('music'));
  // The first tap brings the sounds of the others.
  await tap(page);
  await page.locator(speaking).first().click();
  await page.waitForFunction(() => {
    const { ended = false, currentTime = 0 } = document.querySelector('audio') ?? {};
    return ended || currentTime > 0.5;
  });
  await isHeard(page, '');
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause());
  await page.getByRole('button', { name: other }).click();
  await isHeard(page, 'running');
  await context.close();
});

it('keeps the music away from the microphone', async () => {
  const { page, context } = await speaking(product, {
    before: () => localStorage.setItem('sounds', 'false'),
  });
  await context.addInitScript(tellContexts);
  await page.reload();
  await tap(page);
  await isHeard(page, 'running');
  await startSpeaking(page);
  await isHeard(page, 'suspended running');
  await context.close();
});

it('answers a tap with a sound, as long as it is wanted', async () => {
  const { page, context, complaints } = await product.browser.device({ language: 'jp', width: 'phone' });
  await context.addInitScript(without('music'));
  await context.addInitScript(tellContexts);
  await page.goto(`${product.world.url}/student/profiles`);
  const settings = page.locator('.page-header button').first();
  await settings.click();
  await page.locator('.language').last().waitFor();
  await page.locator('.over-head button').click();
  // All of it, as the moment of a tick may have gone by.
  await page.locator('html[data-log*="running suspended"]').waitFor();
  await settings.click();
  await page.locator('html[data-log*="running suspended running"]').waitFor();
  await page.locator('.language').last().click();
  await isHeard(page, 'suspended');
  const log = await page.locator('html').getAttribute('data-log');
  await page.locator('.over-head button').click();
  await settings.click();
  expect(await page.locator('.language').last().getAttribute('aria-pressed')).toBe('false');
  expect(await page.locator('html').getAttribute('data-log')).toBe(log);
  expect(complaints).toEqual([]);
  await context.close();
});
