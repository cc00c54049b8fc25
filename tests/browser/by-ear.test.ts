import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { childWhoMade, hold } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

/** What a screen reader says of the focused element: its role and its name, as the browser computes them. */
async function heard(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  await devtools.detach();
  return `${String(nodes[0]?.role?.value)}: ${String(nodes[0]?.name?.value)}`;
}

/** Goes on by the Tab key until something is heard that sounds right, and presses it. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    await page.keyboard.press('Tab');
    const now = await heard(page);
    passed.push(now);
    if (wanted.test(now)) return page.keyboard.press('Enter');
  }
  throw new Error(`nothing like ${wanted} was heard, but ${passed.join('; ')}`);
}

it.each([
  ['en', /^button: (?!.*Take).*Mia/, /^link: .*Unit 2/, /^link: .*Push and listen/i, /^button: Listen to/],
  ['jp', /^button: (?!.*けす).*Mia/, /^link: .*Unit 2/, /^link: .*(プッシュ|おして きく|きく)/, /^button: .*を きく/],
] as const)(
  'with the screen off a child says who it is and plays a page, in %s',
  async (language, me, unit, card, sound) => {
    const device = await product.browser.device({ language, width: 'tablet' });
    const { page, complaints } = device;
    const child = await childWhoMade(product, 'My house');
    await hold(product, device, child);
    await device.context.addInitScript(() => {
      if (location.pathname.endsWith('/profiles')) sessionStorage.setItem('student', 'null');
    });
    await page.goto(`${product.world.url}/student/profiles?class=${child.classCode}`);
    await page.getByText(child.name).first().waitFor();
    await tabTo(page, me);
    await page.waitForURL('**/student/class/*');
    await page.locator('main a').first().waitFor();
    await tabTo(page, unit);
    await page.waitForURL('**/student/unit-detail?*');
    await page.locator('main a').first().waitFor();
    await tabTo(page, card);
    await page.waitForURL('**/student/content/*');
    await page.locator('.listen-side button').first().waitFor();
    await tabTo(page, sound);
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.1);
    expect(complaints).toEqual([]);
    await device.context.close();
  },
);
