import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readPdf } from '#tests/support/pdf-reader.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { unzip } from '#tests/support/unzip.ts';
import { deviceAt, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct({});

/** A child with shown works, and its class. */
async function aChild() {
  const { rows } = await product.world.services.pool.query<{ id: string; name: string; classId: string }>(
    `select profiles.id, profiles.name, class_id as "classId" from profiles
       join community_posts on profile_id = profiles.id
       join classes on classes.id = class_id
       where state = 'approved' and media_id is not null and class_name = 'Class 4B'
         and exists (select from class_profiles joined
           where joined.class_id = classes.id and joined.profile_id = profiles.id and not joined.waiting)
       order by profiles.name limit 1`,
  );
  const [child] = rows;
  if (!child) throw new Error('The demo school has a child with works');
  return child;
}

async function savedBy(page: Page, press: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toMatch(/^album-\d{4}-\d\d-\d\d\.(?:pdf|zip)$/);
  return readFile(await download.path());
}

it('lets a teacher hand an album to a family by a link that ends, once the school allows it', async () => {
  const child = await aChild();
  await product.world.services.pool.query('update schools set family_albums = false');
  const at = `/classes/${child.classId}/students/${child.id}`;
  const teacher = await staffAt(product, 'Teacher', at);
  await teacher.page.locator('.student-facts').waitFor();
  await teacher.page.getByRole('heading', { name: 'Contents used' }).first().waitFor();
  expect(await teacher.page.getByRole('region', { name: 'Take-home album' }).count()).toBe(0);

  const { rows } = await product.world.services.pool.query<{ id: string }>(
    'select school_id as id from classes where id = $1',
    [child.classId],
  );
  const owner = await staffAt(product, 'SchoolOwner', `/schools/${rows[0]?.id}/settings`);
  await owner.page.getByRole('checkbox', { name: 'Families can take albums home' }).press('Space');
  await owner.page.getByRole('button', { name: 'Save' }).press('Enter');
  await owner.page.getByText('School settings saved.').waitFor();

  const { page } = teacher;
  // The window to print would be closed at once here, and the slip with it.
  await page.addInitScript(() => (window.print = () => undefined));
  await page.reload();
  const section = page.getByRole('region', { name: 'Take-home album' });
  await section.getByRole('combobox', { name: 'The family’s link works for' }).selectOption('3 days');
  await section.getByRole('button', { name: 'Make an album' }).press('Enter');
  const link = await section.getByRole('textbox', { name: 'Family’s link' }).inputValue({ timeout: 60_000 });
  expect(link).toMatch(/\/album#[\w-]{43}$/);
  await section.getByText('Not opened yet').waitFor();
  const pdf = await savedBy(page, () => section.getByRole('button', { name: 'Save PDF' }).press('Enter'));
  expect((await readPdf(pdf))[0]?.text).toContain(child.name);

  await section.getByRole('button', { name: 'Print slip' }).press('Enter');
  await page.locator('.album-slip svg').waitFor({ state: 'attached' });
  const [slip] = await readPdf(await page.pdf());
  expect(slip?.text).toContain('’s album');
  expect(slip?.text).not.toContain('Finished');
  expect(await readQrCode(slip?.picture ?? Buffer.alloc(0))).toBe(link);

  const path = link.slice(new URL(link).origin.length);
  const words = wordsOf('jp', 'albums');
  const family = await deviceAt(product, path, { language: 'jp' });
  await family.page.getByRole('heading', { name: words('familyTitle', { name: child.name }) }).waitFor();
  const zip = await unzip(
    await savedBy(family.page, () => family.page.getByRole('link', { name: words('familyZip') }).press('Enter')),
  );
  expect(zip.get('album.pdf')).toEqual(pdf);
  expect(zip.size).toBeGreaterThan(1);
  await family.page.getByRole('button', { name: 'English' }).press('Enter');
  await family.page.getByRole('heading', { name: `${child.name}’s album` }).waitFor();
  const response = await family.page.reload();
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await family.page.getByRole('heading', { name: `${child.name}’s album` }).waitFor();

  await page.reload();
  await section.getByText('Opened 2 times').waitFor();
  await section.getByRole('button', { name: 'End link' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'End this link?' });
  await question.getByRole('button', { name: 'End link' }).press('Enter');
  await page.getByText('Link ended.').waitFor();
  await section.getByRole('textbox', { name: 'Family’s link' }).waitFor({ state: 'detached' });
  await family.page.reload();
  await family.page.getByRole('heading', { name: 'This link doesn’t open an album' }).waitFor();
  expect([...teacher.complaints, ...owner.complaints]).toEqual([]);
  for (const { context } of [teacher, owner, family]) await context.close();
});
