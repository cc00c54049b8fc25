import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { startWorld, type World } from '#tests/support/world.ts';

let world: World;
let browser: TestBrowser;

beforeAll(async () => {
  world = await startWorld({ gateway: false });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

test.each(['phone', 'desktop'] as const)('an integrator reads of an operation on a %s', async (width) => {
  const { page, complaints } = await browser.device({ width });
  await page.goto(`${world.apiUrl}/api/docs`);
  await page.locator('nav a[href="#tag-Class"]').click();
  await page.waitForURL(/#tag-Class$/);
  const article = page.locator('#createClass');
  await article
    .locator('tr', { hasText: /^\s*className\s*yes/ })
    .first()
    .waitFor();
  await expect.poll(() => article.textContent()).toContain('curl -X POST "$API/Class"');
  // Only tables and examples may be wider than the screen, and they scroll by themselves.
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
