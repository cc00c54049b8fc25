import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { isOfNextBuild, ownNextBuild } from '#tests/support/next-build.ts';
import { patience } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { keepWaiting } from '#tests/support/waiting-work.ts';

const product = startProduct();
const next = ownNextBuild(product);
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

/** A child's class on a device whose service worker has kept this build. */
async function installed() {
  const device = await childDevice(product, child, `/student/class/${child.classCode}`, { installed: true });
  const { page } = device;
  await unitOf(page).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const loads = { count: 0 };
  page.on('domcontentloaded', () => (loads.count += 1));
  return { ...device, loads };
}

const unitOf = (page: Page) => page.getByRole('link', { name: /Unit 2/ }).last();

/** The scripts that the device keeps, and the one its page began with. */
const keptScripts = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const requests = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
  });
const firstScript = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');

/** The states of the device's service workers. */
const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    return [installing, waiting, active].flatMap((worker) => worker?.state ?? []);
  });

/** Resolves when the device has thrown the old build away: it fetches every file of the new one before, one by one. */
const keepsTheNext = (page: Page) =>
  expect
    .poll(
      async () => {
        const kept = await keptScripts(page);
        const others = kept.filter((path) => !isOfNextBuild(path)).length;
        return { files: kept.length > 10, others, workers: await workersOf(page) };
      },
      { timeout: 4 * patience },
    )
    .toEqual({ files: true, others: 0, workers: ['activated'] });

it('lets a page that is open go on with its build, and the next visit have the new one, loaded once at most', async () => {
  const { page, context, loads } = await installed();
  const before = await keptScripts(page);
  expect(before.some(isOfNextBuild)).toBe(false);
  await next.serve();
  const gone = await fetch(new URL(before[0] ?? '', product.world.url));
  expect(gone.status).toBe(404);

  await unitOf(page).click();
  await page.waitForURL('**/student/unit-detail?*');
  await page.locator('.content-card').first().click();
  await page.waitForURL('**/student/content/*');
  await page.locator('.content-title').waitFor();
  expect(loads.count).toBe(0);

  await page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await unitOf(page).waitFor();
  expect(isOfNextBuild(await firstScript(page))).toBe(true);
  await keepsTheNext(page);
  await context.setOffline(true);
  await page.reload();
  await unitOf(page).waitFor();
  expect(isOfNextBuild(await firstScript(page))).toBe(true);
  await context.setOffline(false);

  // One more build: the device keeps the check of the device too, which opens without a new page.
  await page.goto(`${product.world.url}/student/profiles`);
  await page.locator('.profiles-ends a').waitFor();
  loads.count = 0;
  await product.world.changeGateway({});
  await page.locator('.profiles-ends a').click();
  await page.locator('.check-card').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/student/check');
  expect(loads.count).toBe(0);
  await context.close();
});

it('loads a page once whose code is gone from everywhere, and loses nothing that waits', async () => {
  const { page, context, loads } = await installed();
  await keepWaiting(page, child.profileId);
  await next.serve();
  // Another tab brings the new build to the device.
  const other = await context.newPage();
  await other.goto(`${product.world.url}/student/profiles`);
  await keepsTheNext(other);
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');

  await unitOf(page).click();
  await page.locator('.content-card').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/student/unit-detail');
  expect(isOfNextBuild(await firstScript(page))).toBe(true);
  await page.locator('.page-header-waiting button').click();
  await page.getByRole('dialog').getByText(child.name).waitFor();
  expect(loads.count).toBe(1);
  await context.close();
});

it('is fetched again where one of its files was missing, while the page stays open', async () => {
  const { page, context } = await installed();
  const assets = join(next.root(), 'dist', 'web', 'assets');
  const [script = ''] = (await readdir(assets)).filter((name) => /^unit-detail-.*\.js$/.test(name));
  const [file, aside] = [join(assets, script), join(next.root(), script)];
  await rename(file, aside);
  await next.serve();
  await page.clock.install();
  await page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await unitOf(page).waitFor();
  const refused = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await new Promise((found) => registration.addEventListener('updatefound', found));
    const { installing } = registration;
    await new Promise((ended) => installing?.addEventListener('statechange', ended));
    return installing?.state;
  });
  await page.clock.runFor(5_000);
  expect(await refused).toBe('redundant');
  await rename(aside, file);
  // The server looks for its files as it starts.
  await next.serve();
  expect((await keptScripts(page)).every(isOfNextBuild)).toBe(false);
  await page.clock.runFor(30_000);
  await keepsTheNext(page);
  await context.close();
});

it('takes over when a page requests a file while the old worker is being stopped', async () => {
  const { page, context } = await installed();
  await next.serve();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    // Chromium stops the old worker after the installation, and starts it again for the request that comes meanwhile.
    for (let after = 0; after < 5; after += registration.installing ? 0 : 1) await fetch('/student.html');
  });
  await keepsTheNext(page);
  await context.close();
});
