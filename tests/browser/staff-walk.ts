import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Role } from '#schema/access.ts';
import type { Device, DeviceOptions } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';

export type Language = 'en' | 'jp';

type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const file = z.record(z.string(), z.string());

/** The words of a namespace in a language, as the locale files have them; a key that is not there fails the test. */
export function wordsOf(language: Language, namespace: string): Words {
  const found = file.parse(JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')));
  return (key, values = {}) => {
    const text = found[key];
    if (text === undefined) throw new Error(`No word ${namespace}.${key} in ${language}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

/** A new device at an address. */
export async function deviceAt(
  { browser, world }: Product,
  path: string,
  options: DeviceOptions = {},
): Promise<Device> {
  const device = await browser.device(options);
  await device.page.goto(`${world.url}${path}`);
  return device;
}

/** A device on which the demo school's person of a role is signed in already, at an address. */
export async function staffAt(
  product: Product,
  role: Role,
  path: string,
  options: DeviceOptions = {},
): Promise<Device> {
  const device = await product.browser.device(options);
  const info = JSON.stringify(await signIn(product.world, role));
  await device.context.addInitScript(
    ([login, language]) => {
      // Frames that the network keeps away have no storage, nor has a window before its page.
      if (window !== window.top || window.origin === 'null') return;
      // Only at first: what the page renews or chooses stays.
      if (localStorage.getItem('begun') !== null) return;
      localStorage.setItem('begun', 'yes');
      localStorage.setItem('loginInfo', login ?? '');
      localStorage.setItem('lang', language ?? 'en');
    },
    [info, options.language ?? 'en'],
  );
  await device.page.goto(`${product.world.url}${path}`);
  await device.page.locator('main h1').waitFor();
  return device;
}

/** Goes to an address without loading the app anew, as Back and Forward do. */
export const comeTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/**
 * Goes to an address without loading the app anew, by way of an unknown address, so that what is there is not of the screen
 * before.
 */
export async function comeWithin(page: Page, path: string): Promise<void> {
  await comeTo(page, path.startsWith('/student/') ? '/student/between' : '/between');
  const between = page.locator('main.notice, .screen-message, .message-card');
  await between.waitFor();
  await comeTo(page, path);
  await between.waitFor({ state: 'detached' });
}

export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
export const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: true });
export const fill = (page: Page, name: string, text: string) => page.locator(`[name=${name}]`).fill(text);
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const problem = (page: Page, field: string, text: string) =>
  page.locator(`[data-field="${field}"] .field-problem`).filter({ hasText: text });
