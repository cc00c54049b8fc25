import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
let child: Child;
let path: string;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
  const { rows } = await product.world.services.pool.query<{ code: string }>(
    `select contents.hash_code as code from contents join media on media.id = page_image_media_id
      where type = 1 and published_at is not null order by contents.id limit 1`,
  );
  path = `/student/content/${rows[0]?.code}?class=${child.classCode}`;
});

const picture = (page: Page) => page.locator('.page-paper img');

/** The version of the page's picture that is shown, once it is there. */
async function versionIn(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLImageElement>('.page-paper img');
    return shown !== null && shown.complete && shown.naturalWidth > 0;
  });
  const address = new URL((await picture(page).getAttribute('src')) ?? '', page.url());
  return /^\/media\/[^/]+\/(\w+)\/[^/]+$/.exec(address.pathname)?.[1] ?? 'original';
}

it.each([
  ['phone', 'phone'],
  ['tablet', 'tablet'],
] as const)(
  'a %s gets the page’s picture in its size, and the original once the page is zoomed',
  async (width, size) => {
    const device = await product.browser.device({ width });
    await hold(product, device, child);
    const { page } = device;
    await page.goto(product.world.url + path);
    expect(await versionIn(page)).toBe(size);
    await page.getByRole('button', { name: 'Bigger' }).click();
    await expect.poll(() => versionIn(page)).toBe('original');
    await device.context.close();
  },
);

it('keeps the focus on “Bigger” at its last step, so that the arrow keys turn no page', async () => {
  const device = await product.browser.device({ width: 'desktop' });
  await hold(product, device, child);
  const { page } = device;
  await page.goto(product.world.url + path);
  const bigger = page.getByRole('button', { name: 'Bigger' });
  for (let step = 0; step < 3; step++) await bigger.press('Enter');
  await page.locator('[aria-disabled=true]', { hasText: 'Bigger' }).waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await bigger.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(page.url()).toBe(product.world.url + path);
  await device.context.close();
});

it('shows another size where one cannot be had, and says so only when there is none', async () => {
  const device = await product.browser.device({ width: 'tablet' });
  await hold(product, device, child);
  const { page } = device;
  await page.route('**/media/*/tablet/**', (route) => route.abort());
  await page.goto(product.world.url + path);
  await expect.poll(() => versionIn(page)).toBe('original');
  await page.route('**/media/**', (route) => route.abort());
  await page.reload();
  await page.locator('.page-view-none').waitFor();
  await device.context.close();
});
