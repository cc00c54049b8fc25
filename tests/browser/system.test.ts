import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { maintenanceRuns } from '#api/ground/db/schema.ts';
import { startProduct } from '#tests/support/product.ts';
import { heading, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

afterEach(() => void vi.useRealTimers());

it('the System page says what is not right and what to do, and checks again by a key', async () => {
  const words = wordsOf('jp', 'system');
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/system', { language: 'jp' });
  await heading(page, words('title')).waitFor();
  const check = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await check(words('databaseTitle'))
    .getByText(/PostgreSQL 18/)
    .waitFor();
  await check(words('backupTitle')).getByText(words('backupNoneAdvice')).waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/\{\{|undefined/);

  const startedAt = new Date();
  const run = { id: newId(), kind: 'backup', outcome: 'done', startedAt, finishedAt: startedAt } as const;
  await product.world.services.db.insert(maintenanceRuns).values(run);
  // An answer is given again for ten seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  await page.getByRole('button', { name: words('again') }).press('Enter');
  await check(words('backupTitle'))
    .getByText(words('backupOk', { hours: 0 }))
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
