import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { flaws, staffDevice } from '#tests/support/staff-device.ts';

const product = startProduct();

it('shows no numbers of other days when the network goes, and the right ones when it is back', async () => {
  const address = '/reports?from=2020-01-01&to=2020-01-08';
  const { page, context } = await staffDevice(product, 'Administrator', address);
  await page.getByText('Nobody visited in these days').waitFor();
  const totals = page.locator('.report-totals dd');
  await expect.poll(() => totals.first().innerText()).toBe('0');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'School year' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => again.count()).toBe(2);
  expect(await totals.allInnerTexts()).toEqual(['–', '–', '–']);
  expect(await page.getByText('Nobody visited in these days').count()).toBe(0);
  expect(await page.locator('.report-bars').count()).toBe(0);

  await context.setOffline(false);
  await again.first().click();
  await page.locator('.report-bars').waitFor();
  await again.click();
  await page.locator('.list-card tbody tr').first().waitFor();
  await expect.poll(async () => Number((await totals.first().innerText()).replace(',', ''))).toBeGreaterThan(0);
  await context.close();
});

it('keeps the focus where days are sent and filters are cleared', async () => {
  const { page, context } = await staffDevice(product, 'Administrator', '/reports?type=read');
  const from = page.locator('input[name=From]');
  await from.fill('2020-01-01');
  await from.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('from') === '2020-01-01');
  const focused = () => page.evaluate(() => document.activeElement?.closest('form, section')?.className ?? '');
  expect(await focused()).toContain('report-dates');
  await page.locator('.report-parts > button').press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('type'));
  expect(await focused()).toBe('report-parts');
  // Other dates from elsewhere stand in the fields.
  await page.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => from.inputValue()).not.toContain('2020');
  await page.goBack();
  await expect.poll(() => from.inputValue()).toContain('2020');
  await context.close();
});

it('goes to the last page when a bookmarked one is no more', async () => {
  const { page, complaints, context } = await staffDevice(product, 'Administrator', '/reports?page=999');
  await page.waitForURL((url) => url.searchParams.get('page') !== '999');
  await page.locator('.list-card tbody tr').first().waitFor();
  expect(await flaws(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('counts in Japanese in a browser of another language', async () => {
  const { page, context } = await staffDevice(product, 'Administrator', '/privacy?lng=jp');
  await page.getByText('1日', { exact: true }).first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/\bdays\b/);
  await context.close();
});

it("begins with the school's days on a device that is half a world away", async () => {
  const { page, context } = await staffDevice(product, 'Administrator', '/classes');
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Niue' });
  await page.goto(`${product.world.url}/reports`);
  await page.getByRole('button', { name: 'Today' }).click();
  await page.waitForURL((url) => url.searchParams.has('from'));
  const inTokyo = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(inTokyo());
  await context.close();
});
