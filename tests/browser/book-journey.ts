import type { Page } from 'playwright-core';
import type { Device, DeviceOptions } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';

/** An administrator's device, signed in, at one of the app's addresses. */
export async function administratorAt(product: Product, path: string, options: DeviceOptions = {}): Promise<Device> {
  const device = await product.browser.device(options);
  const info = JSON.stringify(await signIn(product.world, 'Administrator'));
  const language = options.language ?? 'en';
  await device.context.addInitScript(
    ([login, lang]) => {
      // Only at first: what the page renews stays.
      if (localStorage.getItem('loginInfo') === null) localStorage.setItem('loginInfo', login ?? '');
      localStorage.setItem('lang', lang ?? 'en');
    },
    [info, language],
  );
  await device.page.goto(`${product.world.url}${path}`);
  await device.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return device;
}

/** The links of a list's rows, from the first to the last. */
export const namesIn = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole('list', { name: list, exact: true })
    .locator('> li > .unit-line a, > li > .content-line a')
    .allInnerTexts();

/** The page is no wider than its window. */
export const isWider = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
