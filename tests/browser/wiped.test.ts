import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { childWhoMade, hold, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
let child: Child;
beforeAll(async () => {
  child = await childWhoMade(product, 'My house');
});

/** A new child enters the class by its code. */
async function enter(page: Page, name: string): Promise<void> {
  await page.goto(`${product.world.url}/student/profiles?class=${child.classCode}`);
  await page.getByRole('button', { name: 'Someone new' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('radio', { name: 'Fox' }).check({ force: true });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL('**/student/class/*');
  await page
    .getByRole('link', { name: /Unit 2/ })
    .last()
    .waitFor();
}

it('a browser that has dropped its storage gets its profiles back, each in its class; a removed one stays away', async () => {
  const { page, complaints, context } = await product.browser.device({ width: 'tablet' });
  await enter(page, 'Hana');
  await enter(page, 'Riku');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await page.goto(product.world.url);
  await page.getByRole('button', { name: /Riku/ }).waitFor();
  await page.getByRole('button', { name: /Hana/ }).click();
  await page.waitForURL(`**/student/class/${child.classCode}`);
  // The token is good for what only the child itself may do.
  await page
    .getByRole('link', { name: /Unit 2/ })
    .last()
    .click();
  await page.waitForURL('**/student/unit-detail?*');

  await product.world.services.pool.query("update profiles set deleted_at = now() where name = 'Riku'");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(product.world.url);
  await page.getByRole('button', { name: /Hana/ }).waitFor();
  expect(await page.getByRole('button', { name: /Riku/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([-2, 2])('a tablet whose clock is %i hours wrong opens, plays and likes like all others', async (hours) => {
  const device = await product.browser.device({ width: 'tablet' });
  const { page, complaints, context } = device;
  await context.clock.install({ time: Date.now() + hours * 3_600_000 });
  await hold(product, device, child);
  await page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await page
    .getByRole('link', { name: /Unit 2/ })
    .last()
    .click();
  await page
    .getByRole('link', { name: /Push and listen/ })
    .first()
    .click();
  await page.locator('.sound-spot').first().click();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.1);
  await page.goto(`${product.world.url}/student/community/list?class=${child.classCode}`);
  const like = page.locator('.post').first().getByRole('button', { name: /like/i });
  const sent = page.waitForResponse((response) => response.request().postData()?.includes('ReactToPost') === true);
  await like.click();
  await context.clock.runFor(1_000);
  expect(((await (await sent).json()) as { errors?: unknown }).errors).toBeUndefined();
  expect(complaints).toEqual([]);
  await context.close();
});
