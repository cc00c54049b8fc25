import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { flaws } from '#tests/support/staff-device.ts';
import { refuse, serveFilms, serveGames } from './film-server.ts';

const product = startProduct();
const checks = ['sound', 'microphone', 'camera', 'storage', 'speed', 'youtube', 'wordwall'] as const;
const card = (page: Page, check: (typeof checks)[number], step: string) =>
  page.locator(`.check-card[data-check=${check}][data-step=${step}]`);

it('looks at nothing before a tap and finds all of a good device', async () => {
  const { page, context, complaints } = await product.browser.device({ language: 'jp', width: 'phone' });
  const asked = [await serveFilms(context, 6), await serveGames(context)];
  await page.goto(`${product.world.url}/student/profiles`);
  await page.locator('.profiles-ends a').click();
  await page.waitForURL('**/student/check');
  await card(page, 'wordwall', 'waiting').waitFor();
  expect(asked).toEqual([[], []]);

  await page.locator('.check-start').click();
  await page.frameLocator('[data-check=wordwall] iframe').getByText('A game').waitFor();
  for (const check of ['sound', 'wordwall'] as const)
    await card(page, check, 'asking').locator('.check-answers .button').nth(-2).click();
  // How fast a busy machine is says nothing about the page.
  await page
    .locator('[data-check=speed]')
    .getByText(/\d Mbit\/s/)
    .waitFor();
  for (const check of checks) if (check !== 'speed') await card(page, check, 'good').waitFor();
  expect(await page.locator('.check-hosts li').allInnerTexts()).toEqual([
    new URL(product.world.url).host,
    'www.youtube-nocookie.com',
    'wordwall.net',
    '*.googlevideo.com',
    '*.ytimg.com',
    '*.wordwall.net',
  ]);
  expect(complaints).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.check-start, .check-print, .page-header').filter({ visible: true }).count()).toBe(0);
  expect(await page.locator('.check-hosts').isVisible()).toBe(true);
  await context.close();
});

it('shows in red what is refused, blocked, silent or closed, with the one next step', async () => {
  const { page, context } = await product.browser.device({ width: 'tablet', language: 'en', refuses: true });
  await page.clock.install();
  await refuse(context, 'https://www.youtube-nocookie.com/**');
  await refuse(context, 'https://wordwall.net/**');
  await refuse(context, '**/*?check=*');
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'InvalidStateError');
    };
  });
  await page.goto(`${product.world.url}/student/check`);
  await page.locator('.check-start').click();
  for (const check of ['sound', 'wordwall'] as const)
    await card(page, check, 'asking').locator('.check-answers .button').last().click();
  // YouTube would long have answered.
  await page.clock.runFor(8_000);
  for (const check of checks) await card(page, check, 'bad').locator('.check-advice').waitFor();
  await card(page, 'microphone', 'bad').getByText('allow it there').waitFor();
  await card(page, 'youtube', 'bad').getByText('YouTube is blocked here').waitFor();
  await card(page, 'speed', 'bad').getByText('Connect the device').waitFor();
  expect(await flaws(page)).toEqual([]);
  await context.unroute('https://www.youtube-nocookie.com/**');
  await serveFilms(context, 6);
  await page.locator('.check-start').click();
  await card(page, 'youtube', 'good').waitFor();
  await context.close();
});

it('measures the network each time, also where the app is kept on the device', async () => {
  const { page, context } = await product.browser.device({ installed: true });
  await serveFilms(context, 6);
  await page.clock.install();
  await page.goto(`${product.world.url}/student/check`);
  await page.locator('.check-start').waitFor();
  // The device keeps things only when a first page has come.
  await page.clock.runFor(3_000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const measured = () => page.locator('[data-check=speed]').getByText(/\d Mbit\/s/);
  for (let time = 0; time < 2; time += 1) {
    await page.locator('.check-start').click();
    await measured().waitFor();
  }
  const kept = await page.evaluate(async () => (await (await caches.open('letters')).keys()).map(({ url }) => url));
  expect(kept.filter((url) => url.includes('?'))).toEqual([]);
  await context.setOffline(true);
  await page.locator('.check-start').click();
  await card(page, 'speed', 'bad').getByText('Connect the device').waitFor();
  await context.close();
});
