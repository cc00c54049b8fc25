import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { told } from '#tests/support/staff-device.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const tick = (page: Page, name: string) => row(page, name).getByRole('checkbox').press('Space');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const undo = async (page: Page, text: string) => {
  const toast = page.locator('.toast').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await toast.waitFor({ state: 'detached' });
};

async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`input[name=${name}]`);
  await field.fill(text);
  await field.press('Tab');
}

async function classId(name: string): Promise<string> {
  const { rows } = await product.world.services.pool.query<{ id: string }>(
    'select id from classes where class_name = $1 and deleted_at is null',
    [name],
  );
  return rows[0]?.id ?? '';
}

it('archives and extends ticked classes, says which stayed as they were, and takes it back', async () => {
  const { page, complaints, toasts, context } = await staffAt(product, 'Teacher', '/classes?year=all');
  await tick(page, 'Class 4B');
  await tick(page, 'Summer Camp');
  await button(page, 'Archive').click();
  await row(page, 'Class 4B').getByText('Inactive').waitFor();
  await undo(page, '2 classes archived.');
  await row(page, 'Class 4B').getByText('Active', { exact: true }).waitFor();
  // What was archived before stays so.
  await row(page, 'Summer Camp').getByText('Inactive').waitFor();
  await page.locator('.bulk-bar').waitFor({ state: 'detached' });

  await tick(page, 'Class 4B');
  await tick(page, `${(await firstYear('Class 4B')) - 1}年度`);
  await button(page, 'Extend…').click();
  await button(page, /^Extend$/).click();
  await page.getByText('End date is required').waitFor();
  const later = `${(await firstYear('Class 4B')) + 1}-05-10`;
  await fill(page, 'endDate', later);
  await button(page, /^Extend$/).click();
  await told({ toasts }, '1 class was not changed: End date must not be more than 2 years');
  await row(page, 'Class 4B').getByText('10 May').waitFor();
  await undo(page, 'End date changed.');
  await row(page, 'Class 4B').getByText('31 Mar').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** The year in which a class began; the demo school counts it from today. */
async function firstYear(name: string): Promise<number> {
  const { rows } = await product.world.services.pool.query<{ year: number }>(
    'select extract(year from start_date)::int as year from classes where class_name = $1',
    [name],
  );
  return rows[0]?.year ?? 0;
}

it('copies several classes to the next year after a dry run, leads to them, and takes them back', async () => {
  const { page, complaints, context } = await staffAt(product, 'Teacher', '/classes?year=all');
  const year = await firstYear('Class 4B');
  await tick(page, 'Class 4B');
  await tick(page, `${year - 1}年度`);
  await button(page, 'Copy to next year…').click();
  const dialog = page.getByRole('dialog', { name: 'Copy to next year' });
  await dialog.getByText(`${year}年度 3年1組`).waitFor();
  const before = await count();
  await dialog.getByRole('checkbox', { name: 'Main teacher' }).press('Space');
  await dialog
    .getByRole('definition')
    .filter({ hasText: /^Not set$/ })
    .first()
    .waitFor();
  expect(await count()).toBe(before);
  await dialog.getByRole('checkbox', { name: 'Main teacher' }).press('Space');
  await dialog.getByText('James Wilson').first().waitFor();
  await dialog.getByRole('button', { name: 'Create 2 copies' }).click();
  await dialog.getByRole('link', { name: `${year}年度 3年1組` }).waitFor();
  expect(await count()).toBe(before + 2);
  await undo(page, '2 classes copied.');
  await expect.poll(count).toBe(before);
  expect(complaints).toEqual([]);
  await context.close();
});

async function count(): Promise<number> {
  const { rows } = await product.world.services.pool.query<{ count: number }>(
    'select count(*)::int as count from classes where deleted_at is null',
  );
  return rows[0]?.count ?? 0;
}

it('copies one class by the keyboard alone, with other dates by the rules, and leads back when it is undone', async () => {
  const { page, complaints, context } = await staffAt(product, 'Teacher', '/classes?year=all');
  const menu = button(page, 'Actions for Class 4B');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy to next year…' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy to next year…' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?copy/);
  const source = new URL(page.url()).pathname;
  const plan = page.getByRole('region', { name: 'Preview' });
  await plan.getByText('James Wilson, Emily Brown').waitFor();
  await page.reload();
  await fill(page, 'className', 'Class 5B');
  await plan.getByText('Class 5B').waitFor();
  await page.getByRole('checkbox', { name: 'Student profiles' }).press('Space');
  await plan.getByText('7 profiles').waitFor();
  await fill(page, 'endDate', '2020-01-01');
  await page.getByText('End date must be after start date', { exact: true }).waitFor();
  await fill(page, 'endDate', '2040-01-01');
  await page.getByText('End date must not be more than 2 years after the start date', { exact: true }).waitFor();
  await fill(page, 'endDate', `${(await firstYear('Class 4B')) + 2}-03-31`);
  await button(page, 'Create copy').press('Enter');
  await page.getByRole('heading', { name: 'Class 5B', level: 1 }).waitFor();
  await page.getByText('7 profiles').waitFor();
  await undo(page, 'Class copied.');
  await page.waitForURL(`**${source}`);
  await page.getByRole('heading', { name: 'Class 4B', level: 1 }).waitFor();
  await expect.poll(() => classId('Class 5B')).toBe('');
  expect(complaints).toEqual([]);
  await context.close();
});
