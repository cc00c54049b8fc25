import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makePlace } from '#tests/api/samples/place.ts';
import { aKnownChild, whereIs } from '#tests/api/privacy-child.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { unzip } from '#tests/support/unzip.ts';
import { heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

it('a child is found, what is kept of it handed out, and all erased, by keys alone', async () => {
  const look = { language: 'jp', width: 'tablet' } as const;
  const words = wordsOf('jp', 'privacy');
  const messages = wordsOf('jp', 'messages');
  const child = await aKnownChild(await makePlace(product.world));
  const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', '/privacy', look);
  const kept = page.getByRole('table', { name: words('retention') });
  const pageViews = kept.getByRole('row').filter({ hasText: words('kindPageViews') });
  await pageViews.getByText(words('days_other', { count: 731 })).waitFor();

  await page.getByRole('searchbox', { name: words('search') }).focus();
  await page.keyboard.type(`${child.name} ${child.class.className}`);
  await page.waitForURL(/search=/);
  const link = page.getByRole('link', { name: child.name, exact: true });
  await expect.poll(() => link.count()).toBe(1);
  await link.press('Enter');
  await heading(page, child.name).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('exportButton') }).press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`profile_${child.id}.zip`);
  const files = await unzip(await readFile(await saved.path()));
  expect(files.get('readme.txt')?.toString()).toContain(wordsOf('jp', 'privacy-file')('title'));

  // A wrong name changes nothing, and stays to be put right.
  const opener = page.getByRole('button', { name: words('eraseButton') });
  await opener.press('Enter');
  const field = page.locator('[name=confirmName]');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await problem(page, 'confirmName', messages('eraseNameRequire')).waitFor();
  await page.keyboard.type('Someone');
  await page.keyboard.press('Enter');
  await problem(page, 'confirmName', messages('eraseNameDiffers')).waitFor();
  expect(await field.inputValue()).toBe('Someone');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await opener.press('Enter');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(child.name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/privacy$/);
  await told({ toasts }, words('erased'));
  expect(await whereIs(product.world, child.name)).toEqual([]);

  await page.goBack();
  await page.getByRole('heading', { name: words('missingTitle') }).waitFor();
  await page.goto(`${product.world.url}/audit?thing=${child.id}`);
  const audit = wordsOf('jp', 'audit');
  for (const action of ['action-view-data', 'action-export-data', 'action-erase'])
    await page.getByText(audit('done', { entity: audit('entity-profiles'), action: audit(action) })).waitFor();
  expect(await page.getByText(audit('onlyId', { id: child.id })).count()).toBeGreaterThan(2);
  expect(complaints.filter((complaint) => !/40[04]/.test(complaint))).toEqual([]);
  await context.close();
});
