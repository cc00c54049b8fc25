import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from './accessibility.ts';
import type { Device } from './browser.ts';
import { demoPassword } from './people.ts';
import type { Product } from './product.ts';

/** Opens an address of the app as somebody who has to sign in first, and waits until they are there. */
export async function signInAt({ world }: Product, page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${world.url}${path}`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  // The address is there before the page: a name would still be typed into the login.
  await page.locator('.top-bar').waitFor();
}

/** Waits until a toast of the device has said so, now or before: the test may look when it has gone again. */
export const told = ({ toasts }: Pick<Device, 'toasts'>, text: string): Promise<void> =>
  expect.poll(() => toasts).toContainEqual(expect.stringContaining(text));

/** Leaves a dialog by its key, as soon as the focus is in it: before that it hears none. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('.bp6-portal') instanceof Element);
  await page.keyboard.press('Escape');
}

/** What is wrong with the screen as it stands: axe's findings, and anything wider than the window. */
export const flaws = async (page: Page): Promise<readonly string[]> => [
  ...(await accessibilityViolations(page)),
  ...(await widerThanWindow(page)),
];

export async function widerThanWindow(page: Page): Promise<readonly string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wide > 0 ? [`${wide} px wider than the window`] : [];
}
