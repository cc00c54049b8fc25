import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { photo } from '#tests/support/media-samples.ts';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { deviceAt, fill, heading, press } from './staff-walk.ts';
import { area, comeIn, exportedCode, invite, leave, makeClass } from './whole-job.ts';

const product = startProduct();

async function choosePicture(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'image/jpeg', buffer: await photo(300, 400) };
  await page.locator('.picture-field input[type=file]').setInputFiles(file);
  await press(page, 'Use this image');
  await page.getByText(`${name} is ready. Save to keep it.`).waitFor();
}

/** A book with a cover, a unit and a page to read. */
async function makeBook(page: Page): Promise<void> {
  await area(page, 'Textbooks');
  await press(page, 'New textbook');
  await heading(page, 'New textbook').waitFor();
  await fill(page, 'name', 'Walk 1');
  await fill(page, 'shortCode', 'WALK1');
  await choosePicture(page, 'cover.jpg');
  await press(page, 'Create textbook');
  await heading(page, 'Walk 1').waitFor();
  await press(page, 'Add unit');
  await heading(page, 'New unit').waitFor();
  for (const [name, text] of [
    ['number', '1'],
    ['title', 'Unit 1'],
    ['name', 'Steps'],
    ['languageFocus', 'I walk.'],
    ['phonics', 'w'],
  ] as const)
    await fill(page, name, text);
  await press(page, 'Create unit');
  await heading(page, 'Unit 1 Steps').waitFor();
  await press(page, 'Add content');
  await heading(page, 'New content').waitFor();
  await page.locator('input[name=type][value=READ]').check();
  await fill(page, 'pageNumber', '2');
  await fill(page, 'name', 'First steps');
  await choosePicture(page, 'page.jpg');
  await press(page, 'Create content');
  await heading(page, 'First steps').waitFor();
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
  await comeIn(page, demoEmail.Administrator);
  await heading(page, 'Users').waitFor();
  await invite(product, device, {
    email: 'mei.kato@demo.test',
    lastName: 'Kato',
    role: /^Teacher/,
    home: '/classes',
  });
  await makeBook(page);

  // A child opens by the sheet what the administrator made.
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Unit 1', exact: true })
    .click();
  await heading(page, 'Unit 1 Steps').waitFor();
  const code = await exportedCode(page);
  expect(code).toMatch(/\/student\/content\/[\w-]{22,}$/);
  await makeClass(page, 'Walkers', 'Walk 1');

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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await told({ toasts }, 'Walk 1 was deleted.');
  await area(page, 'Trash');
  await page
    .getByRole('row', { name: /Walkers/ })
    .getByText('Restore “Walk 1” first')
    .waitFor();
  await press(page, 'Restore Walk 1');
  await page.getByRole('button', { name: 'Restore Walk 1', exact: true }).waitFor({ state: 'detached' });
  await press(page, 'Restore Walkers');
  await told({ toasts }, '“Walkers” was restored.');

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
  await child.page.goto(code);
  await child.page.getByText('First steps').first().waitFor();
  await child.context.close();

  await leave(product, page);
  expect(complaints).toEqual([]);
  await context.close();
});
