import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Device } from '#tests/support/browser.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoPassword } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { told } from '#tests/support/staff-device.ts';
import { unzip } from '#tests/support/unzip.ts';
import { deviceAt, fill, heading, press } from './staff-walk.ts';

/** By the side navigation to one of its areas. */
export async function area(page: Page, name: string): Promise<void> {
  await page.locator('.side-navigation').getByRole('link', { name }).click();
  await heading(page, name).waitFor();
}

/** Through the login as it stands. */
export async function comeIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').waitFor();
  await fill(page, 'email', email);
  await fill(page, 'password', demoPassword);
  await page.locator('button[type=submit]').click();
  await page.locator('.top-bar').waitFor();
}

interface Invited {
  readonly email: string;
  readonly lastName: string;
  readonly role: RegExp;
  /** Where their role begins. */
  readonly home: string;
}

/** Somebody is invited, and comes in by the mail that they got. */
export async function invite(product: Product, { page, toasts }: Device, invited: Invited): Promise<void> {
  const { email, lastName, role, home } = invited;
  await area(page, 'Users');
  await press(page, 'Invite a user');
  await heading(page, 'Invite a user').waitFor();
  await fill(page, 'email', email);
  await fill(page, 'firstName', 'Mei');
  await fill(page, 'lastName', lastName);
  await page.getByRole('radio', { name: role }).check();
  await press(page, 'Send invitation');
  await told({ toasts }, `Invitation sent to ${email}`);
  const theirs = await deviceAt(product, '/login', { width: 'phone' });
  await theirs.page.goto(await mailedLink(product.world, email));
  await fill(theirs.page, 'password', demoPassword);
  await fill(theirs.page, 'confirmPassword', demoPassword);
  await theirs.page.locator('button[type=submit]').click();
  await theirs.page.waitForURL('**/login');
  await comeIn(theirs.page, email);
  await theirs.page.waitForURL(`**${home}`);
  expect(theirs.complaints).toEqual([]);
  await theirs.context.close();
}

/** The first page's code of an export, read by a reader that is not ours. */
export async function exportedCode(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export QR codes')]);
  const files = await unzip(await readFile(await download.path()));
  expect([...files.keys()].some((name) => name.endsWith('.pdf'))).toBe(true);
  const picture = [...files].find(([name]) => name.includes('-page-') && name.endsWith('.png'))?.[1];
  return (picture && (await readQrCode(picture))) ?? 'no code';
}

/** A class on a textbook, with its QR code on the screen. */
export async function makeClass(page: Page, className: string, textBook: string): Promise<void> {
  await area(page, 'Classes');
  await press(page, 'New class');
  await heading(page, 'New class').waitFor();
  await page.getByLabel('Class name').first().fill(className);
  await page.getByRole('combobox', { name: /^Textbook/ }).click();
  await page.getByRole('combobox', { name: /^Textbook/ }).fill(textBook);
  await page.getByRole('option', { name: textBook }).click();
  await press(page, 'Create class');
  await heading(page, className).waitFor();
  await page.getByRole('img', { name: /QR code of/ }).waitFor();
}

/** Logs out, after which the app is closed. */
export async function leave({ world }: Product, page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${world.url}/login`);
  await page.goto(`${world.url}/users`);
  await page.waitForURL('**/login?to=*');
}
