import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

/** The units that a device keeps whole. */
const unitsKept = (page: Page) =>
  page.evaluate(async () => {
    const units = (await caches.keys()).filter((name) => name.startsWith('unit '));
    const found = await Promise.all(units.map((name) => caches.match('/kept/at', { cacheName: name })));
    return found.filter((mark) => mark !== undefined).length;
  });

/** Whether a page's picture is really there. */
const pictureIsThere = (page: Page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('main img');
    return picture !== null && picture.complete && picture.naturalWidth > 0;
  });

it('keeps an opened unit for when there is no network, nobody’s works, nothing of staff’s, and six units', async () => {
  const ofClass = `/student/class/${child.classCode}`;
  const device = await product.browser.device({ installed: true });
  const { page, context } = device;
  await hold(product, device, child);
  await page.clock.install();
  const at = (path: string) => page.goto(`${product.world.url}${path}`);
  const unit = (name: RegExp) => page.getByRole('link', { name }).last();
  await at(ofClass);
  await unit(/Unit 2/).waitFor();
  // The device keeps things only when a first page has come.
  await page.clock.runFor(3_000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await unit(/Unit 2/).click();
  await page.waitForURL('**/student/unit-detail?*');
  await expect.poll(() => unitsKept(page)).toBe(1);

  // Its pages come up anew, its pictures show and its sounds play.
  await context.setOffline(true);
  await page.reload();
  await page
    .getByRole('link', { name: /Push and listen/ })
    .first()
    .click();
  await page.waitForURL('**/student/content/*');
  await pictureIsThere(page);
  await page.locator('.sound-spot').first().click();
  await page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && audio.currentTime > 0.1 && audio.error === null;
  });
  // A page that nobody has opened, after a new start of the browser's page.
  await page.goto(page.url());
  await pictureIsThere(page);
  await at(ofClass);
  await unit(/Unit 2/).waitFor();

  // What was never opened says so kindly, and comes by itself when the network does.
  await at(`/student/community/list?class=${child.classCode}`);
  await page.getByRole('heading', { name: 'No internet right now' }).waitFor();
  await context.setOffline(false);
  await page.locator('.post').first().waitFor();

  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => path.startsWith('/media/')).length).toBeGreaterThan(5);
  expect(kept.filter((path) => /Community|\/assets\/(?:staff|look|blueprint|forms)/.test(path))).toEqual([]);
  const shown = await page
    .locator('.post img')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ src }) => new URL(src).pathname));
  expect(shown.length).toBeGreaterThan(0);
  expect(kept.filter((path) => shown.includes(path))).toEqual([]);
  await page.evaluate(async () => {
    // The first was opened last.
    for (let index = 0; index < 8; index += 1)
      await (await caches.open(`unit older ${index}`)).put('/kept/at', new Response(String(9_000 - index)));
  });
  await at(ofClass);
  await unit(/Unit 1/).click();
  const units = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('unit ')));
  await expect.poll(async () => (await units()).length).toBe(6);
  expect(await units()).toContain('unit older 0');
  expect(await units()).not.toContain('unit older 7');
  await context.close();
});

it('the app on a home screen has a name, a start and icons that are there', async () => {
  const { page, context } = await product.browser.device({ width: 'phone' });
  await page.goto(product.world.url);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await fetch(new URL(address ?? '', product.world.url));
  expect(response.headers.get('content-type')).toContain('manifest');
  const manifest = (await response.json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest.start_url).toBe('/student/profiles');
  for (const { src } of manifest.icons)
    expect((await fetch(new URL(src, product.world.url))).headers.get('content-type')).toBe('image/png');
  await context.close();
});
