import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

/** Opens Unit 2 of the child's class on a device that may keep things, and waits until it has kept the unit. */
async function unitKept(): Promise<Awaited<ReturnType<typeof childDevice>>> {
  const device = await childDevice(product, child, `/student/class/${child.classCode}`, { installed: true });
  const { page } = device;
  const unit = page.getByRole('link', { name: /Unit 2/ }).last();
  await unit.waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await unit.click();
  await page.waitForURL('**/student/unit-detail?*');
  const marks = () =>
    page.evaluate(async () => {
      const units = (await caches.keys()).filter((name) => name.startsWith('unit '));
      const found = await Promise.all(units.map((name) => caches.match('/kept/at', { cacheName: name })));
      return found.filter((mark) => mark !== undefined).length;
    });
  await expect.poll(marks).toBe(1);
  return device;
}

/** Whether a page's picture is really there. */
const pictureIsThere = (page: Page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('main img');
    return picture !== null && picture.complete && picture.naturalWidth > 0;
  });

describe('without a network', () => {
  it('an opened unit’s pages come up anew, its pictures show and its sounds play', async () => {
    const { page, context } = await unitKept();
    await context.setOffline(true);
    await page.reload();
    await page
      .getByRole('link', { name: /Push and listen/ })
      .first()
      .click();
    await page.waitForURL('**/student/content/*');
    await pictureIsThere(page);
    await page.getByRole('list', { name: 'Sounds' }).getByRole('button').first().click();
    await page.waitForFunction(() => {
      const audio = document.querySelector('audio');
      return audio !== null && audio.currentTime > 0.1 && audio.error === null;
    });
    // A page that nobody has opened, after a new start of the browser's page.
    await page.goto(page.url());
    await pictureIsThere(page);
    await page.goto(`${product.world.url}/student/class/${child.classCode}`);
    await page
      .getByRole('link', { name: /Unit 2/ })
      .last()
      .waitFor();
    await context.close();
  });

  it('what was never opened says so kindly, and comes by itself when the network does', async () => {
    const { page, context } = await unitKept();
    await context.setOffline(true);
    await page.goto(`${product.world.url}/student/community/list?class=${child.classCode}`);
    await page.getByRole('heading', { name: 'No internet right now' }).waitFor();
    await context.setOffline(false);
    await page.locator('.post').first().waitFor();
    await context.close();
  });

  it('keeps nobody’s works, nothing of staff’s, and no more than six units', async () => {
    const { page, context } = await unitKept();
    await page.goto(`${product.world.url}/student/community/list?class=${child.classCode}`);
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
    await page.goto(`${product.world.url}/student/class/${child.classCode}`);
    await page
      .getByRole('link', { name: /Unit 1/ })
      .last()
      .click();
    const units = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('unit ')));
    await expect.poll(async () => (await units()).length).toBe(6);
    expect(await units()).toContain('unit older 0');
    expect(await units()).not.toContain('unit older 7');
    await context.close();
  });
});

describe('the app on a home screen', () => {
  it('has a name, a start and icons that are there', async () => {
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
});
