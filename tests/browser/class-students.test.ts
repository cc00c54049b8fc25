import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cutUp, readPdf } from '#tests/support/pdf-reader.ts';
import { drawn } from '#tests/support/pictures.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.locator('.profile-name').allInnerTexts();
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** In points: ten millimetres of margin, eight cards of 95 by 68. */
const millimetre = 72 / 25.4;
const sheet = {
  left: 10 * millimetre,
  top: 10 * millimetre,
  width: 95 * millimetre,
  height: 68 * millimetre,
  columns: 2,
  rows: 4,
};

it('lets a school owner keep a class’s students in order, print their cards, and leave', async () => {
  // The server never draws one animal three times, so new animals differ from these.
  await product.world.services.pool.query("update profiles set pictures = '{cat,cat,cat}' where name = 'Leo'");
  const { page, complaints, context } = await staffAt(product, 'SchoolOwner', '/classes');
  await page.getByRole('link', { name: '3年1組 Sunflowers', exact: true }).click();
  await page.getByRole('link', { name: 'Students' }).click();
  await row(page, 'Emma').waitFor();
  await expect.poll(() => names(page)).toHaveLength(9);
  // A child who forgot its animals is told them here.
  await row(page, 'Emma')
    .getByRole('img', { name: /^\w+, \w+, \w+$/ })
    .waitFor();

  await act(page, 'Emma', 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename Emma' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter name').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Emma S.');
  await dialog.getByRole('radio', { name: 'Owl' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Emma S.').waitFor();
  await page.getByText('Changes saved.').waitFor();

  const animals = () =>
    row(page, 'Leo')
      .getByRole('img', { name: /^\w+, \w+, \w+$/ })
      .getAttribute('aria-label');
  expect(await animals()).toBe('Cat, Cat, Cat');
  await act(page, 'Leo', 'New animals');
  await page.getByText('Leo has three new animals.').waitFor();
  await expect.poll(animals).not.toBe('Cat, Cat, Cat');

  for (const name of ['Leo', 'Mia']) await row(page, name).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Merge…' }).click();
  const merging = page.getByRole('alertdialog');
  await merging.getByText('This cannot be undone.').waitFor();
  await merging.getByRole('radio', { name: /^Mia/ }).check();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await row(page, 'Leo').waitFor({ state: 'detached' });

  await act(page, 'Noah', 'Remove from the class');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from the class' }).click();
  await row(page, 'Noah').waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'Emma S.').waitFor();
  await expect.poll(() => names(page)).toHaveLength(7);

  await page.getByRole('link', { name: 'Name cards' }).click();
  await page.getByRole('combobox', { name: 'Blank cards:' }).selectOption('8');
  await page.waitForURL(/blank=8/);
  await page.getByText('Emma S.').waitFor();
  await expect.poll(() => page.locator('.name-card').count()).toBe(15);
  await drawn(page.locator('.name-card img'));
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(2);
  expect(pages[0]?.text).toContain('Emma S.');
  expect(pages[0]?.text).not.toContain('Eight cards');
  const [first] = await cutUp(pages[0]?.picture ?? Buffer.alloc(0), sheet);
  // The child's own card; a blank one, on the second sheet, opens the class.
  const firstCard = await readQrCode(first ?? Buffer.alloc(0));
  expect(firstCard).toMatch(/\/student\/card#[\w-]{24}$/);
  const blanks = await cutUp(pages[1]?.picture ?? Buffer.alloc(0), sheet);
  expect(await readQrCode(blanks[0] ?? Buffer.alloc(0))).toMatch(/\/student\/class\/[\w-]{22}$/);

  await page.goBack();
  await row(page, 'Emma S.').waitFor();
  await act(page, 'Emma S.', 'New card…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'New card' }).click();
  await page.getByText('Emma S. has a new card.').waitFor();
  // A closing dialog gives the focus back to the row's menu, which a key would then open.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await row(page, 'Emma S.').getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Print cards' }).click();
  await page.waitForURL(/only=/);
  await expect.poll(() => page.locator('.name-card').count()).toBe(1);
  await drawn(page.locator('.name-card img'));
  const [one] = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  const [lost] = await cutUp(one?.picture ?? Buffer.alloc(0), sheet);
  const newCard = await readQrCode(lost ?? Buffer.alloc(0));
  expect(newCard).toMatch(/\/student\/card#[\w-]{24}$/);
  expect(newCard).not.toBe(firstCard);
  await page.getByRole('button', { name: 'Show all 7 students' }).click();
  await expect.poll(() => page.locator('.name-card').count()).toBe(7);
  await page.goBack();
  await row(page, 'Emma S.').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login*');
  expect(complaints).toEqual([]);
  await context.close();
});
