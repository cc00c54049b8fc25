import { describe, expect, it } from 'vitest';
import { newId } from '#api/db/ids.ts';
import { maintenanceRuns } from '#api/db/schema.ts';
import { startProduct } from '#tests/support/product.ts';
import { bothLanguages, flawsAtBothWidths, heading, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

describe('the System page', () => {
  it.each(bothLanguages)(
    'says what is not right and what to do, and checks again by a key, in %s',
    async (language) => {
      const words = wordsOf(language, 'system');
      const { page, complaints, context } = await staffAt(product, 'Administrator', '/system', { language });
      await heading(page, words('title')).waitFor();
      const check = (title: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
      await check(words('databaseTitle'))
        .getByText(/PostgreSQL 18/)
        .waitFor();
      await check(words('backupTitle')).getByText(words('backupNoneAdvice')).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/\{\{|undefined/);
      expect(await flawsAtBothWidths(page)).toEqual([]);

      const startedAt = new Date();
      const run = { id: newId(), kind: 'backup', outcome: 'done', startedAt, finishedAt: startedAt } as const;
      await product.world.services.db.insert(maintenanceRuns).values(run);
      const again = page.getByRole('button', { name: words('again') });
      await expect
        .poll(
          async () => {
            // An answer is given again for ten seconds.
            if (await again.isEnabled()) await again.press('Enter');
            return check(words('backupTitle')).innerText();
          },
          { timeout: 30_000, interval: 1_000 },
        )
        .toContain(words('backupOk', { hours: 0 }));
      await product.world.services.db.delete(maintenanceRuns);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
