import { expect, test } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { keptBrowser, viewports } from '#tests/support/browser.ts';
import { widerThanWindow } from '#tests/support/staff-device.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
const browser = keptBrowser();

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
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const width of ['desktop', 'phone'] as const) {
    await page.setViewportSize(viewports[width]);
    // Only tables and examples may be wider than the screen, and they scroll by themselves.
    expect(await widerThanWindow(page), width).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
