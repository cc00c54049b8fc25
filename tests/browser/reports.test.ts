import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { keepViews } from '#tests/support/kept-views.ts';
import { startProduct } from '#tests/support/product.ts';
import { dayAfter } from '#web/staff/features/reports/period.ts';
import { press, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

// The demo school's children came in the last months.
const to = dayAfter(new Date().toISOString().slice(0, 10), 2);
const from = dayAfter(to, -360);
const year = `from=${from}&to=${to}`;

const asked = (page: Page) => new URL(page.url()).searchParams;
const visitors = async (page: Page) =>
  Number((await page.locator('.report-totals dd').first().innerText()).replace(',', ''));
const settled = (page: Page) => page.locator('.report-totals[aria-busy=false]').waitFor();

/** The page has its new address and shows it: the link to its other tab asks for the same. */
async function arrived(page: Page, isThere: (query: URLSearchParams) => boolean): Promise<void> {
  const link = page.locator('.report-tabs a').last();
  const linked = async () => new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams;
  await expect.poll(async () => isThere(await linked())).toBe(true);
}

/** Opens a filter's list by the keyboard and takes its first choice. */
async function pickFirst(page: Page, part: number, name: string): Promise<void> {
  const input = page.locator('.report-part').nth(part).getByRole('combobox');
  await input.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await arrived(page, (query) => query.has(name));
  await expect.poll(() => input.inputValue()).not.toBe('');
}

it('narrows, draws and prints a part of the school', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', `/reports?${year}`);
  await settled(page);
  const whole = await visitors(page);
  expect(whole).toBeGreaterThan(0);

  await pickFirst(page, 0, 'class');
  await page.locator('.report-part').first().getByRole('button').click();
  await arrived(page, (query) => !query.has('class'));
  await pickFirst(page, 1, 'book');
  await pickFirst(page, 2, 'unit');
  await page.locator('.report-part select').selectOption('READ');
  await arrived(page, (query) => query.get('type') === 'read');
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
    await arrived(page, (query) => query.get('by') === span);
    await expect.poll(agree).toBe(true);
    await page.locator('.report-bars svg[role=img]').waitFor();
  }

  await page.locator('.report-tabs a').last().click();
  await page.locator('.report-tabs a[aria-current]').last().and(page.locator('[href*="tab=usage"]')).waitFor();
  await page.locator('.list-table .used-page a[href^="/contents/"]').first().waitFor();
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

it('makes a file of what is shown, followed over a reload, and again when it failed or is gone', async () => {
  const address = `/reports?${year}&type=read`;
  const look = { language: 'jp', width: 'phone' } as const;
  const { page, complaints, context } = await staffAt(product, 'Administrator', address, look);
  const words = wordsOf('jp', 'reports');
  await settled(page);
  const shown = await visitors(page);
  const letCome = await heldBack(page);
  await page.locator('.report-export button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('export'));
  await page.locator('.report-export').getByRole('progressbar').waitFor();
  await page.locator('.report-export [role=status]').waitFor();
  await letCome();
  await page.reload();

  const save = page.getByRole('button', { name: words('exportSave') });
  await save.waitFor();
  await page
    .locator('.report-export')
    .getByText(`visitors_${from}_${dayAfter(to, -1)}.csv`)
    .waitFor();
  await save.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const lines = parse(await readFile(await download.path()), { bom: true });
  expect(lines).toHaveLength(shown + 1);
  expect(lines[0]?.[0]).toBe('日付');

  const { pool } = product.world.services;
  for (const [change, said] of [
    ["update report_exports set state = 'failed' where id = $1", words('exportFailed')],
    ['delete from report_exports where id = $1', words('exportGone')],
  ] as const) {
    await pool.query(change, [asked(page).get('export')]);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: said }).waitFor();
    await press(page, words('exportAgain'));
    await save.waitFor();
  }

  // Another question, another file.
  await page.locator('.report-parts > button').click();
  await page.waitForURL((url) => !url.searchParams.has('export'));
  expect(complaints.filter((complaint) => !/40[04]/.test(complaint))).toEqual([]);
  await context.close();
});

it('keeps the focus, says why there is no chart, and shows no numbers of other days without a network', async () => {
  const gone = '019a0000-0000-7000-8000-000000000000';
  const address = `/reports?from=2019-01-01&to=2021-01-01&class=${gone}`;
  // In the first minutes of a school year the demo school has no view of it.
  await keepViews(product.world.services, {});
  const { page, context } = await staffAt(product, 'Administrator', address);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Niue' });
  const noChart = page.getByText('The chart shows up to 366 days.');
  await noChart.waitFor();
  // What is gone has its report all the same.
  await expect.poll(() => page.locator('.report-part').first().getByRole('combobox').inputValue()).toBe('Deleted');
  const focused = () => page.evaluate(() => document.activeElement?.closest('form, section')?.className ?? '');
  await press(page, 'Clear search and filters');
  await arrived(page, (query) => !query.has('class'));
  await page.locator('.report-part select').selectOption('READ');
  await arrived(page, (query) => query.has('type'));
  await page.locator('.report-parts > button').press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('type'));
  expect(await focused()).toBe('report-parts');
  await settled(page);
  expect(await noChart.isVisible()).toBe(true);
  const fromField = page.locator('input[name=From]');
  await fromField.fill('2020-12-25');
  await fromField.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('from') === '2020-12-25');
  expect(await focused()).toContain('report-dates');
  await page.getByText('No visitors in this period').waitFor();
  const totals = page.locator('.report-totals dd');
  await expect.poll(() => totals.first().innerText()).toBe('0');

  await context.setOffline(true);
  await press(page, 'School year');
  // Other dates from elsewhere stand in the fields.
  await expect.poll(() => fromField.inputValue()).not.toContain('2020');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => again.count()).toBe(2);
  expect(await totals.allInnerTexts()).toEqual(['–', '–', '–']);
  expect(await page.getByText('No visitors in this period').count()).toBe(0);
  expect(await page.locator('.report-bars').count()).toBe(0);

  await context.setOffline(false);
  await again.first().click();
  await page.locator('.report-bars').waitFor();
  await again.click();
  await page.locator('.list-card tbody tr').first().waitFor();
  await expect.poll(async () => Number((await totals.first().innerText()).replace(',', ''))).toBeGreaterThan(0);

  // On a device that is half a world away, today is the school's.
  const before = await fromField.inputValue();
  await press(page, 'Today');
  const inTokyo = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
  await expect.poll(() => asked(page).get('from')).toBe(inTokyo());
  await page.goBack();
  await expect.poll(() => fromField.inputValue()).toBe(before);
  await context.close();
});
