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
      const again = page.getByRole('button', { name: words('again') });
      const tellsOfBackup = (text: string) =>
        expect
          .poll(
            async () => {
              const said = await check(words('backupTitle')).innerText();
              // An answer is given again for ten seconds, to the next language too.
              if (!said.includes(text) && (await again.isEnabled())) await again.press('Enter');
              return said;
            },
            { timeout: 30_000, interval: 1_000 },
          )
          .toContain(text);
      await tellsOfBackup(words('backupNoneAdvice'));
      expect(await page.locator('main').innerText()).not.toMatch(/\{\{|undefined/);
      expect(await flawsAtBothWidths(page)).toEqual([]);

      const startedAt = new Date();
      const run = { id: newId(), kind: 'backup', outcome: 'done', startedAt, finishedAt: startedAt } as const;
      await product.world.services.db.insert(maintenanceRuns).values(run);
      await tellsOfBackup(words('backupOk', { hours: 0 }));
      await product.world.services.db.delete(maintenanceRuns);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
