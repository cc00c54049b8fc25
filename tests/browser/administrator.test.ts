import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Device } from '#tests/support/browser.ts';
import { photo } from '#tests/support/media-samples.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { unzip } from '#tests/support/unzip.ts';
import { told } from '#tests/support/staff-device.ts';
import { deviceAt, fill, heading, press } from './staff-walk.ts';

const product = startProduct();

const area = async (page: Page, name: string) => {
  await page.locator('.side-navigation').getByRole('link', { name }).click();
  await heading(page, name).waitFor();
};

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=email]').waitFor();
  await fill(page, 'email', email);
  await fill(page, 'password', password);
  await page.locator('button[type=submit]').click();
  await page.locator('.top-bar').waitFor();
}

async function choosePicture(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'image/jpeg', buffer: await photo(300, 400) };
  await page.locator('.picture-field input[type=file]').setInputFiles(file);
  await press(page, 'Use this picture');
  await page.getByText(`${name} is ready. Save to keep it.`).waitFor();
}

/** Somebody is invited, and comes in by the mail that they got. */
async function inviteTeacher({ page, toasts }: Device, email: string): Promise<void> {
  await area(page, 'Users');
  await press(page, 'Invite a user');
  await heading(page, 'Invite a user').waitFor();
  await fill(page, 'email', email);
  await fill(page, 'firstName', 'Mei');
  await fill(page, 'lastName', 'Kato');
  await page.getByRole('radio', { name: /^Teacher/ }).check();
  await press(page, 'Send the invitation');
  await told({ toasts }, `The invitation is on its way to ${email}`);
  const theirs = await deviceAt(product, '/login', { width: 'phone' });
  await theirs.page.goto(await mailedLink(product.world, email));
  await fill(theirs.page, 'password', demoPassword);
  await fill(theirs.page, 'confirmPassword', demoPassword);
  await theirs.page.locator('button[type=submit]').click();
  await theirs.page.waitForURL('**/login');
  await signIn(theirs.page, email, demoPassword);
  await theirs.page.waitForURL('**/classes');
  expect(theirs.complaints).toEqual([]);
  await theirs.context.close();
}

/** A book with a cover, a unit and a page to read. */
async function makeBook(page: Page): Promise<void> {
  await area(page, 'Textbooks');
  await press(page, 'New textbook');
  await heading(page, 'New textbook').waitFor();
  await fill(page, 'name', 'Walk 1');
  await fill(page, 'shortCode', 'WALK1');
  await choosePicture(page, 'cover.jpg');
  await press(page, 'Create the textbook');
  await heading(page, 'Walk 1').waitFor();
  await press(page, 'Add a unit');
  await heading(page, 'New unit').waitFor();
  for (const [name, text] of [
    ['number', '1'],
    ['title', 'Unit 1'],
    ['name', 'Steps'],
    ['languageFocus', 'I walk.'],
    ['phonics', 'w'],
  ] as const)
    await fill(page, name, text);
  await press(page, 'Create the unit');
  await heading(page, 'Unit 1 Steps').waitFor();
  await press(page, 'Add content');
  await heading(page, 'New content').waitFor();
  await page.locator('input[name=type][value=READ]').check();
  await fill(page, 'pageNumber', '2');
  await fill(page, 'name', 'First steps');
  await choosePicture(page, 'page.jpg');
  await press(page, 'Create the content');
  await heading(page, 'First steps').waitFor();
}

/** The code on the unit's sheet, read by a reader that is not ours. */
async function exportedCode(page: Page): Promise<string | undefined> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export QR codes')]);
  const files = await unzip(await readFile(await download.path()));
  expect([...files.keys()].some((name) => name.endsWith('.pdf'))).toBe(true);
  const picture = [...files].find(([name]) => name.endsWith('.png'))?.[1];
  return picture && readQrCode(picture);
}

async function makeClass(page: Page): Promise<void> {
  await area(page, 'Classes');
  await press(page, 'New class');
  await heading(page, 'New class').waitFor();
  await page.getByLabel('Class name').first().fill('Walkers');
  await page.getByRole('combobox', { name: /^Textbook/ }).click();
  await page.getByRole('combobox', { name: /^Textbook/ }).fill('Walk');
  await page.getByRole('option', { name: /Walk 1/ }).click();
  await press(page, 'Create the class');
  await heading(page, 'Walkers').waitFor();
  await page.getByRole('img', { name: /QR code of/ }).waitFor();
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
}

it('an administrator does the whole job, from sign-in to sign-out', async () => {
  const device = await deviceAt(product, '/');
  const { page, toasts, complaints, context } = device;
  await page.waitForURL((url) => url.pathname === '/student/profiles');
  await page.goto(`${product.world.url}/login`);
  await signIn(page, demoEmail.Administrator, demoPassword);
  await heading(page, 'Users').waitFor();
  await inviteTeacher(device, 'mei.kato@demo.test');
  await makeBook(page);

  // A child opens by the sheet what the administrator made.
  await page
    .getByRole('navigation', { name: 'You are here' })
    .getByRole('link', { name: 'Unit 1', exact: true })
    .click();
  await heading(page, 'Unit 1 Steps').waitFor();
  const code = await exportedCode(page);
  expect(code).toMatch(/\/student\/content\/[\w-]{22,}$/);
  await makeClass(page);

  // A book that a class uses stays; without the class it goes, and both come back from the trash.
  await area(page, 'Textbooks');
  await remove(page, 'Walk 1');
  await page.getByRole('heading', { name: 'Could not delete Walk 1. They are associated with a Class' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await area(page, 'Classes');
  await remove(page, 'Walkers');
  await told({ toasts }, 'Walkers was deleted.');
  await area(page, 'Textbooks');
  await remove(page, 'Walk 1');
  await told({ toasts }, 'Walk 1 was deleted.');
  await area(page, 'Trash');
  await page
    .getByRole('row', { name: /Walkers/ })
    .getByText('Restore “Walk 1” first')
    .waitFor();
  await press(page, 'Restore Walk 1');
  await page.getByRole('button', { name: 'Restore Walk 1', exact: true }).waitFor({ state: 'detached' });
  await press(page, 'Restore Walkers');
  await told({ toasts }, '“Walkers” is back.');

  await area(page, 'Audit log');
  for (const deed of [
    'Class · restored',
    'Textbook · restored',
    'Class · deleted',
    'Content · created',
    'User · created',
  ])
    await page.locator('tbody tr').filter({ hasText: deed }).first().waitFor();
  await area(page, 'Reports');
  await page.locator('.side-navigation a[aria-current=page]').filter({ hasText: 'Reports' }).waitFor();

  const child = await deviceAt(product, '/student/profiles', { width: 'phone' });
  await child.page.goto(code ?? '');
  await child.page.getByText('First steps').first().waitFor();
  await child.context.close();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(`${product.world.url}/login`);
  await page.goto(`${product.world.url}/users`);
  await page.waitForURL('**/login?to=*');
  expect(complaints).toEqual([]);
  await context.close();
});
