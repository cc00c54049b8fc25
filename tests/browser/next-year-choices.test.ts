import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { showRunningYear } from './running-year.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const names = ['3年1組 Sunflowers', 'Class 4B'] as const;
const nextOf = (page: Page, name: string) => page.locator('.next-class').filter({ hasText: name });
const facts = (page: Page, name: string) => nextOf(page, name).locator('.next-class-facts');

/** Chooses another option in a picker. Returns the previous value and the new one. */
async function another(page: Page, label: string): Promise<{ readonly was: string; readonly now: string }> {
  const picker = page.getByRole('combobox', { name: label });
  await expect.poll(() => picker.inputValue()).not.toBe('');
  const was = await picker.inputValue();
  await picker.click();
  const offered = page.getByRole('option').filter({ hasNotText: was }).filter({ hasNotText: '(invited)' }).first();
  await offered.waitFor();
  await offered.click();
  await expect.poll(() => picker.inputValue()).not.toBe(was);
  return { was, now: await picker.inputValue() };
}

interface Made {
  readonly source: string;
  readonly book: string;
  readonly ofBook: string;
  readonly teacher: string;
  readonly ofTeacher: string;
  readonly others: readonly string[];
  readonly ofOthers: readonly string[];
  readonly keeps: boolean;
  readonly start: string;
  readonly newCode: boolean;
}

/** Chooses the first secondary teacher on offer, but not the one named. Returns the name. */
async function addSecondary(page: Page, not: string): Promise<string> {
  const standing = await page.locator('.people li').allInnerTexts();
  const picker = page.locator('[data-field=secondaryTeacherIds] input');
  await picker.click();
  const offered = page.getByRole('option').filter({ hasNotText: not }).filter({ hasNotText: '(invited)' }).first();
  await offered.waitFor();
  await offered.click();
  await expect.poll(() => page.locator('.people li').count()).toBe(standing.length + 1);
  const names = await page.locator('.people li').allInnerTexts();
  const [added = ''] = names.filter((name) => !standing.includes(name));
  return added.trim();
}

/** The classes of the last turn, each beside the class of the old year. */
async function made(): Promise<readonly Made[]> {
  const { rows } = await product.world.services.pool.query<Made>(
    `with seconds as (select class_id, json_agg(concat_ws(' ', first_name, last_name) order by last_name) as names
        from class_secondary_teachers join users on users.id = teacher_id group by class_id)
      select old.class_name as source, book.name as book, old_book.name as "ofBook", teacher.email as teacher,
        old_teacher.email as "ofTeacher",
        coalesce((select names from seconds where class_id = next.id), '[]') as others,
        coalesce((select names from seconds where class_id = old.id), '[]') as "ofOthers", keeps_code as keeps, next.start_date::text as start,
        next.class_code <> old.class_code and next.class_hash_code <> old.class_hash_code as "newCode"
      from school_year_turn_classes turned
        join classes old on old.id = turned.source_id join classes next on next.id = turned.class_id
        join textbooks book on book.id = next.textbook_id join textbooks old_book on old_book.id = old.textbook_id
        join users teacher on teacher.id = next.main_teacher_id
        join users old_teacher on old_teacher.id = old.main_teacher_id
      order by old.class_name`,
  );
  return rows;
}

it('makes what was chosen: the next textbook, other teachers and kept codes of one class, the other one as it was', async () => {
  const { page, complaints, toasts, context } = await staffAt(product, 'SchoolOwner', '/classes/next-year');
  const [changed, kept] = names;
  await showRunningYear(page);
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).press('Space');
  await page.getByText('2 classes chosen').waitFor();
  await page.getByRole('link', { name: 'Continue: Next classes' }).click();
  await nextOf(page, kept).waitFor();
  for (const name of names) await facts(page, name).getByText('New class code').waitFor();

  await nextOf(page, changed)
    .getByRole('button', { name: /^Change/ })
    .click();
  const book = await another(page, 'Textbook');
  const teacher = await another(page, 'Main teacher');
  const secondary = await addSecondary(page, teacher.was);
  await page.getByRole('checkbox', { name: 'Keep the class code and QR code' }).press('Space');
  for (const text of [book.now, teacher.now, secondary, 'Keeps the class code'])
    await facts(page, changed).getByText(text).waitFor();
  for (const text of [book.was, teacher.was]) expect(await facts(page, changed).textContent()).not.toContain(text);
  await facts(page, kept).getByText('New class code').waitFor();

  await page.getByRole('link', { name: 'Continue: Students' }).click();
  await page.getByRole('link', { name: 'Continue: Check' }).click();
  await page.getByRole('button', { name: 'Make 2 classes' }).click();
  await told({ toasts }, 'classes were made.');

  const classes = await made();
  expect(classes.map(({ source, keeps, newCode }) => ({ source, keeps, newCode }))).toEqual([
    // Until the old class is over, the new one has a code of its own.
    { source: changed, keeps: true, newCode: true },
    { source: kept, keeps: false, newCode: true },
  ]);
  const [first, second] = classes;
  expect([first?.ofBook, first?.book]).toEqual([book.was, book.now]);
  expect(first?.teacher).not.toBe(first?.ofTeacher);
  expect(first?.others).toHaveLength((first?.ofOthers.length ?? 0) + 1);
  expect(first?.others).toContain(secondary);
  expect(second?.others).toEqual(second?.ofOthers);
  const { rows } = await product.world.services.pool.query<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) || ' ' || concat_ws(' ', last_name, first_name) as name
      from users where email = $1`,
    [first?.teacher],
  );
  expect(rows[0]?.name).toContain(teacher.now);
  expect([second?.book, second?.teacher]).toEqual([second?.ofBook, second?.ofTeacher]);
  expect(classes.map(({ start }) => start.slice(4))).toEqual(['-04-01', '-04-01']);
  expect(complaints).toEqual([]);
  await context.close();
});
