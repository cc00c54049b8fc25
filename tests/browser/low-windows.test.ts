import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

/** Where the navigation ends and which part of its width or height is out of reach. */
const sizes = (page: Page) =>
  page.locator('.side-scroll').evaluate((scroller) => ({
    higher: scroller.scrollHeight > scroller.clientHeight,
    sideways: scroller.scrollWidth - scroller.clientWidth,
    page: document.documentElement.scrollWidth - innerWidth,
  }));

/** The entries of which a part cannot be seen, each after the keyboard has come to it. */
async function cutOff(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const link of await page.locator('.side-navigation a').all()) {
    await link.focus();
    const seen = await link.evaluate((entry) => {
      const { left, width, top, bottom } = entry.getBoundingClientRect();
      const at = (y: number) => entry.contains(document.elementFromPoint(left + width / 2, y));
      // With the outline of the focus, which lies around the entry.
      return at(top + 1) && at(bottom - 1) && bottom + 4 <= innerHeight;
    });
    if (!seen) found.push((await link.textContent()) ?? '');
  }
  return found;
}

it('reaches every entry of the side navigation in the window of an ordinary laptop, wide and narrow', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/classes');
  await page.setViewportSize({ width: 1366, height: 620 });
  expect(await sizes(page)).toEqual({ higher: true, sideways: 0, page: 0 });
  expect(await cutOff(page)).toEqual([]);
  await page.locator('.menu-toggle').click();
  await page.locator('.side-navigation.is-narrow').waitFor();
  expect(await sizes(page)).toEqual({ higher: true, sideways: 0, page: 0 });
  expect(await cutOff(page)).toEqual([]);

  // The wheel moves the icons too; their titles lie over the page, whose own places stay free for the pointer.
  const scrolled = () => page.locator('.side-scroll').evaluate((scroller) => scroller.scrollTop);
  const users = page.locator('.side-navigation a').first();
  await users.focus();
  await expect.poll(scrolled).toBe(0);
  await users.hover();
  const title = await users.locator('.side-title').boundingBox();
  expect(title?.x).toBeGreaterThanOrEqual(58);
  await expect.poll(() => users.locator('.side-title').evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBeGreaterThan(0);
  const beside = await page.evaluate(() => document.elementFromPoint(80, 400)?.closest('.side-navigation') ?? null);
  expect(beside).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});
