import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { startBrowser, type TestBrowser, viewports } from '#tests/support/browser.ts';
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

test('an integrator reads of an operation on a desk and on a phone', async () => {
  const { page, complaints, context } = await browser.device();
  await page.goto(`${world.apiUrl}/api/docs`);
  await page.locator('nav a[href="#tag-Class"]').click();
  await page.waitForURL(/#tag-Class$/);
  const article = page.locator('#createClass');
  await article
    .locator('tr', { hasText: /^\s*className\s*yes/ })
    .first()
    .waitFor();
  await expect.poll(() => article.textContent()).toContain('curl -X POST "$API/Class"');
  for (const width of ['desktop', 'phone'] as const) {
    await page.setViewportSize(viewports[width]);
    expect(await accessibilityViolations(page), width).toEqual([]);
    // Only tables and examples may be wider than the screen, and they scroll by themselves.
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), width).toBe(0);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
