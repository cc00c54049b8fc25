import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { dayAfter } from '#web/staff/reports/period.ts';
import { flaws, looks, staffDevice } from '#tests/support/staff-device.ts';

const product = startProduct();

// The demo school's children came in the last months.
const to = dayAfter(new Date().toISOString().slice(0, 10), 2);
const from = dayAfter(to, -360);
const year = `from=${from}&to=${to}`;

const asked = (page: Page) => new URL(page.url()).searchParams;
const visitors = async (page: Page) =>
  Number((await page.locator('.report-totals dd').first().innerText()).replace(',', ''));
const settled = (page: Page) => page.locator('.report-totals[aria-busy=false]').waitFor();

/** Opens a filter's list by the keyboard and takes its first choice. */
async function pickFirst(page: Page, part: number, name: string): Promise<void> {
  const input = page.locator('.report-part').nth(part).getByRole('combobox');
  await input.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has(name));
  await expect.poll(() => input.inputValue()).not.toBe('');
}

it.each(looks)('narrows, draws and prints a part of the school ($language, $width)', async (look) => {
  const address = `/reports?${year}`;
  const { page, complaints, context } = await staffDevice(product, 'Administrator', address, look);
  await settled(page);
  const whole = await visitors(page);
  expect(whole).toBeGreaterThan(0);
  expect(await flaws(page)).toEqual([]);

  await pickFirst(page, 0, 'class');
  await page.locator('.report-part').first().getByRole('button').click();
  await page.waitForURL((url) => !url.searchParams.has('class'));
  await pickFirst(page, 1, 'book');
  await pickFirst(page, 2, 'unit');
  await page.locator('.report-part select').selectOption('READ');
  await page.waitForURL((url) => url.searchParams.get('type') === 'read');
  await settled(page);
  const numbers = page.locator('.report-chart > button');
  await numbers.focus();
  await page.keyboard.press('Enter');
  const sum = page.locator('.report-numbers tfoot td').first();
  const agree = async () => (await sum.innerText()) === (await page.locator('.report-totals dd').first().innerText());
  await expect.poll(agree).toBe(true);
  await expect.poll(() => visitors(page)).toBeLessThan(whole);
  for (const span of ['day', 'week', 'month']) {
    await page.locator('.report-chart-choice select').last().selectOption(span);
    await page.waitForURL((url) => url.searchParams.get('by') === span);
    await expect.poll(agree).toBe(true);
    await page.locator('.report-bars svg[role=img]').waitFor();
  }
  expect(await flaws(page)).toEqual([]);

  await page.locator('.report-tabs a').last().click();
  await page.waitForURL((url) => url.searchParams.get('tab') === 'usage');
  await page.locator('.report-period [aria-pressed]').nth(2).click();
  await page.waitForURL((url) => url.searchParams.get('from') !== from);
  expect([...asked(page).keys()].sort()).toEqual(['book', 'by', 'from', 'tab', 'to', 'type', 'unit']);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.locator('.report-part').nth(2).getByRole('combobox').inputValue()).not.toBe('');

  await page.emulateMedia({ media: 'print' });
  await page.locator('.report-numbers').waitFor();
  for (const shown of [
    ...['.report-range', '.report-totals', '.report-bars', '.report-chart-caption', '.report-how li'],
    '.report-part[data-set=true]',
  ])
    expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
  for (const hidden of [
    '.top-bar',
    '.side-navigation',
    '.report-tabs a:not([aria-current])',
    '.report-period',
    '.report button:not(.sort-button)',
    '.report-export',
  ])
    expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0);
  await page.emulateMedia({ media: null });

  await page.locator('.report-parts > button').click();
  await page.waitForURL((url) => !url.searchParams.has('book'));
  expect([...asked(page).keys()].sort()).toEqual(['by', 'from', 'tab', 'to']);
  expect(complaints).toEqual([]);
  await context.close();
});

it('says why a long period has no chart, and what is gone has its report all the same', async () => {
  const gone = '019a0000-0000-7000-8000-000000000000';
  const address = `/reports?from=2024-01-01&to=2026-01-01&class=${gone}`;
  const { page, context } = await staffDevice(product, 'Administrator', address);
  await page.getByText('The chart shows 366 days at most.').waitFor();
  await expect.poll(() => page.locator('.report-part').first().getByRole('combobox').inputValue()).toBe('Deleted');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.waitForURL((url) => !url.searchParams.has('class'));
  await settled(page);
  expect(await page.getByText('The chart shows 366 days at most.').isVisible()).toBe(true);
  await context.close();
});

/** Keeps the answers about the job waiting; gives the way to let them come. */
async function heldBack(page: Page): Promise<() => Promise<void>> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"operationName":"ReportExport"')) await opened;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

it.each(looks)('makes a file of what is shown, followed over a reload ($language, $width)', async (look) => {
  const address = `/reports?${year}&type=read`;
  const { page, complaints, context } = await staffDevice(product, 'Administrator', address, look);
  await settled(page);
  const shown = await visitors(page);
  const letCome = await heldBack(page);
  await page.locator('.report-export button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('export'));
  await page.locator('.report-export').getByRole('progressbar').waitFor();
  await page.locator('.report-export [role=status]').waitFor();
  expect(await flaws(page)).toEqual([]);
  await letCome();
  await page.reload();

  const save = page.locator('.report-export button.bp6-intent-primary');
  await save.waitFor();
  await page
    .locator('.report-export')
    .getByText(`visitors_${from}_${dayAfter(to, -1)}.csv`)
    .waitFor();
  expect(await flaws(page)).toEqual([]);
  await save.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const lines = parse(await readFile(await download.path()), { bom: true });
  expect(lines).toHaveLength(shown + 1);
  expect(lines[0]?.[0]).toBe(look.language === 'jp' ? '日付' : 'Date');

  // Another question, another file.
  await page.locator('.report-parts > button').click();
  await page.waitForURL((url) => !url.searchParams.has('export'));
  expect(complaints).toEqual([]);
  await context.close();
});

it('says in words that a file could not be made, or is gone, and makes it again', async () => {
  const { page, context } = await staffDevice(product, 'Administrator', '/reports?from=2026-10-01&to=2026-10-02');
  await settled(page);
  await page.getByRole('button', { name: 'Download raw data (CSV)' }).click();
  await page.getByRole('button', { name: 'Save file' }).waitFor();
  const { pool } = product.world.services;
  await pool.query("update report_exports set state = 'failed' where id = $1", [asked(page).get('export')]);
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'The file could not be made.' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make it again' }).click();
  await page.getByRole('button', { name: 'Save file' }).waitFor();
  await pool.query('delete from report_exports where id = $1', [asked(page).get('export')]);
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'This file is not kept any more.' }).waitFor();
  await page.getByRole('button', { name: 'Make it again' }).click();
  await page.getByRole('button', { name: 'Save file' }).waitFor();
  await context.close();
});
