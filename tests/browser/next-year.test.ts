import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { showRunningYear } from './running-year.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const students = (page: Page) => page.locator('.turn-student');
const target = (page: Page, nth: number) => page.locator('.turn-target').nth(nth);

const count = async (table: 'classes' | 'school_year_turns', which = 'true') => {
  const { rows } = await product.world.services.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${which}`,
  );
  return rows[0]?.count ?? 0;
};

/** The running classes of the demo's owner, with children in them. */
async function chosen(page: Page): Promise<void> {
  await showRunningYear(page);
  await page.locator('.turn-classes li').first().waitFor();
  await page.getByRole('checkbox', { name: /^Choose (?:all )?\d+ class/ }).press('Space');
  await page.getByText(/\d+ classes chosen/).waitFor();
}

const inside = async (page: Page, nth: number): Promise<number> =>
  Number(/\d+/.exec((await target(page, nth).locator('summary').textContent()) ?? '')?.[0] ?? -1);

/** The heading of a new step has the focus, and the window is at its top. */
async function focused(page: Page, heading: string): Promise<void> {
  await page.locator('h2:focus', { hasText: heading }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

it('turns the year: classes, their books and names, children by list, by drag and by file, and back', async () => {
  const { page, complaints, toasts, context } = await staffAt(product, 'SchoolOwner', '/classes');
  await button(page, 'Next school year').click();
  await chosen(page);
  await link(page, 'Continue: Next classes').click();
  await focused(page, 'What follows each class');

  await button(page, /^Change/)
    .first()
    .press('Enter');
  await page.locator('input[name=className]').fill('4年1組 わかば');
  await page.getByRole('heading', { name: /4年1組 わかば/ }).waitFor();
  // A reload loses nothing.
  await page.reload();
  await page.getByRole('heading', { name: /4年1組 わかば/ }).waitFor();
  await link(page, 'Continue: Students').click();
  await focused(page, 'Where the students go');

  await students(page).first().waitFor();
  const all = await students(page).count();
  const undone = () => count('school_year_turns', 'taken_back_at is not null');
  const undoneBefore = await undone();
  const first = await inside(page, 0);
  const name = (await students(page).first().locator('.turn-name').textContent()) ?? '';
  // By keys: the list beside the name.
  const list = students(page).first().getByRole('combobox');
  await list.focus();
  await list.selectOption({ index: 1 });
  await expect.poll(() => inside(page, 0)).toBe(first - 1);
  // By drag.
  const handle = await students(page).nth(1).locator('.turn-handle').boundingBox();
  const onto = await target(page, 1).boundingBox();
  if (!handle || !onto) throw new Error('nothing to drag');
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(onto.x + 30, onto.y + 20, { steps: 8 });
  await page.locator('.turn-target[data-over]').waitFor();
  await page.mouse.up();
  await expect.poll(() => inside(page, 0)).toBe(first - 2);
  // Escape gives a drag up.
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(onto.x + 30, onto.y + 20, { steps: 8 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await inside(page, 0)).toBe(first - 2);
  // All at once, by keys.
  await page.getByRole('checkbox', { name: 'Choose all' }).press('Space');
  await page.getByRole('combobox', { name: 'Class for the chosen students' }).selectOption({ label: 'No class' });
  await button(page, `Move ${all} students`).press('Enter');
  await expect.poll(async () => inside(page, (await page.locator('.turn-target').count()) - 1)).toBe(all);

  // By file: one line is right, one names nobody.
  const source = await page.getByLabel('Students of').locator('option:checked').textContent();
  const csv = `Number,Name,Old class,New class\n,${name.trim().replace(/^\d+\s*/, '')},${source},4年1組 わかば\n,Nobody,${source},-\n`;
  await page
    .locator('.turn-file input[type=file]')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('Line 3: there is no student “Nobody” in this class.').waitFor();
  await expect.poll(() => inside(page, 0)).toBe(1);

  await link(page, 'Continue: Check').click();
  const before = await count('classes', 'deleted_at is null');
  await page.getByText(`${all - 1} students go to no class.`).waitFor();
  await button(page, /^Make \d+ classes$/).click();
  await told({ toasts }, 'classes were made.');
  expect(await count('classes', 'deleted_at is null')).toBeGreaterThan(before);
  await page.locator('.turn summary').click();
  await link(page, '4年1組 わかば').waitFor();

  await button(page, /^Undo \d/).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone on/).waitFor();
  expect(await count('classes', 'deleted_at is null')).toBe(before);
  expect(await undone()).toBe(undoneBefore + 1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps the school of the first class that is chosen, whatever a search shows', async () => {
  const { db } = product.world.services;
  const { id: textbookId } = await makeTextBook(db);
  await makeClass(db, { textbookId, className: 'Kangaroos', searchText: 'kangaroos' });
  const { page, context } = await staffAt(product, 'Administrator', '/classes/next-year');
  const rows = page.locator('.turn-classes li');
  await showRunningYear(page);
  const search = page.getByRole('searchbox', { name: 'Search' });
  const kangaroos = page.getByRole('checkbox', { name: /^Kangaroos/ });
  await search.fill('Class 4B');
  await rows.filter({ hasNotText: 'Class 4B' }).first().waitFor({ state: 'detached' });
  await rows.first().getByRole('checkbox').press('Space');
  await search.fill('Kangaroos');
  await rows.filter({ hasText: 'another school' }).waitFor();
  expect(await kangaroos.isDisabled()).toBe(true);
  await search.fill('Class 4B');
  await rows.filter({ hasText: 'Class 4B' }).first().getByRole('checkbox').press('Space');
  await search.fill('Kangaroos');
  await rows.filter({ hasText: 'Kangaroos' }).waitFor();
  await expect.poll(() => kangaroos.isEnabled()).toBe(true);
  await context.close();
});

it('makes nothing of a plan that was never shown', async () => {
  const { page, context } = await staffAt(product, 'SchoolOwner', '/classes/next-year');
  await chosen(page);
  await link(page, 'Continue: Next classes').click();
  await link(page, 'Continue: Students').click();
  await page.getByLabel('Students of').waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('PlanSchoolYearTurn') ? route.abort() : route.fallback(),
  );
  await students(page).first().getByRole('combobox').selectOption({ label: 'No class' });
  await page.locator('.turn-missing').waitFor();
  await link(page, 'Continue: Check').click();
  await button(page, /^Make \d+ classes$/)
    .and(page.locator(':disabled'))
    .waitFor();
  await page.unroute('**/graphql');
  await button(page, 'Try again').click();
  await button(page, /^Make \d+ classes$/)
    .and(page.locator(':enabled'))
    .waitFor();
  await context.close();
});

it('reads the plan again when a child joined in between, and makes the classes only once when an answer is lost', async () => {
  const { page, toasts, context } = await staffAt(product, 'SchoolOwner', '/classes/next-year');
  await chosen(page);
  await link(page, 'Continue: Next classes').click();
  await page.locator('.next-class').first().waitFor();
  await link(page, '4. Check').or(link(page, 'Check')).first().click();
  await button(page, /^Make \d+ classes$/)
    .and(page.locator(':enabled'))
    .waitFor();
  const { pool } = product.world.services;
  await pool.query(`update class_profiles set number = 77 where (class_id, profile_id) in (
    select class_id, profile_id from class_profiles join classes on classes.id = class_id
    where class_name = 'Class 4B' limit 1)`);
  const before = await count('classes');
  await button(page, /^Make \d+ classes$/).click();
  await told({ toasts }, 'changed in the meantime');
  expect(await count('classes')).toBe(before);
  await button(page, /^Make \d+ classes$/)
    .and(page.locator(':enabled'))
    .waitFor();
  const turns = await count('school_year_turns');
  let lost = 0;
  await page.route('**/graphql', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('TurnSchoolYear')) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await button(page, /^Make \d+ classes$/).click();
  await page.locator('.turn-make:enabled').waitFor();
  expect(await count('school_year_turns')).toBe(turns + 1);
  await button(page, /^Make \d+ classes$/).click();
  await told({ toasts }, 'classes were made.');
  expect([lost, await count('school_year_turns')]).toEqual([1, turns + 1]);
  await context.close();
});
