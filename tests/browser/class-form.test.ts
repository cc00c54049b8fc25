import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { searchText } from '#api/ground/db/search-text.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const words = {
  required: [
    'クラス名を入力してください。',
    'テキストを選んでください。',
    '開始日を入力してください。',
    '終了日を入力してください。',
  ],
  endBeforeStart: '終了日は開始日より後にしてください。',
  endTooFar: '終了日は開始日から2年以内にしてください。',
  tooMany: '副担任は5人までです。',
} as const;

async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`input[name=${name}]`);
  await field.fill(text);
  await field.press('Tab');
}

/** Chooses the first of the teachers on offer, by keys. */
async function addTeacher(page: Page): Promise<void> {
  const picker = page.locator('[data-field=secondaryTeacherIds] input');
  await picker.focus();
  await picker.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await picker.press('Enter');
}

it('says every rule of a class in Japanese, on a phone', async () => {
  const { page, complaints, context } = await staffAt(product, 'SchoolOwner', '/classes/add', {
    language: 'jp',
    width: 'phone',
  });
  const { required, endBeforeStart, endTooFar, tooMany } = words;
  const problem = (text: string) => page.locator('.field-problem').filter({ hasText: text });
  await fill(page, 'startDate', '');
  await fill(page, 'endDate', '');
  const submit = page.locator('.form-buttons button[type=submit]');
  await submit.click();
  for (const text of required) await problem(text).waitFor();
  await page.locator('input[name=className]:focus').waitFor();
  await fill(page, 'startDate', '2026-04-01');
  await fill(page, 'endDate', '2026-03-31');
  await problem(endBeforeStart).waitFor();
  await fill(page, 'endDate', '2028-04-02');
  await problem(endTooFar).waitFor();
  for (let chosen = 1; chosen <= 5; chosen += 1) {
    await addTeacher(page);
    await expect.poll(() => page.locator('.people li').count()).toBe(chosen);
  }
  const picker = page.locator('[data-field=secondaryTeacherIds] input');
  await picker.press('ArrowDown');
  await page.getByText(tooMany).waitFor();
  expect(await page.locator('.picker-list [role=option]').count()).toBe(0);
  await page.locator('.people li button').last().click();
  await addTeacher(page);
  await expect.poll(() => page.locator('.people li').count()).toBe(5);
  expect(complaints).toEqual([]);
  await context.close();
});

it('finds the one teacher of six hundred as one types, and names them after a reload', async () => {
  const { pool } = product.world.services;
  await pool.query(
    `insert into users (id, email, first_name, last_name, role, status, search_text)
     select gen_random_uuid(), 'many' || n || '@demo.test', 'Many', 'Aaa' || lpad(n::text, 4, '0'), 'Teacher', 1, $1
     from generate_series(1, 600) n`,
    [searchText('Many', 'Aaa')],
  );
  await pool.query(
    `insert into users (id, email, first_name, last_name, role, status, search_text)
     values (gen_random_uuid(), 'zora@demo.test', 'Zora', 'Zzyzx', 'Teacher', 1, $1)`,
    [searchText('Zora', 'Zzyzx', 'zora@demo.test')],
  );
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/classes');
  const picker = page.getByRole('combobox', { name: 'Filter by teacher' });
  await picker.click();
  await page.getByRole('option', { name: /Aaa0001/ }).waitFor();
  // By the address, which this page does not know: the server does.
  await picker.fill('zora@demo');
  await page.getByRole('option', { name: 'Zora Zzyzx' }).click();
  await page.waitForURL(/teacher=/);
  await page.getByRole('heading', { name: 'No results for these filters' }).waitFor();
  await page.reload();
  await expect.poll(() => picker.inputValue()).toBe('Zora Zzyzx');
  await page.getByRole('combobox', { name: 'Filter by school year' }).selectOption({ index: 1 });
  await page.waitForURL(/year=\d{4}/);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByRole('link', { name: '3年1組 Sunflowers', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('asks the server for a teacher only when the kanji are chosen', async () => {
  const { page, context } = await staffAt(product, 'SchoolOwner', '/classes/add');
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, search] = /"search":"([^"]+)"/.exec(request.postData() ?? '') ?? [];
    if (search !== undefined) asked.push(search);
  });
  await page.getByRole('combobox', { name: 'Main teacher' }).click();
  await page.getByRole('option').first().waitFor();
  await page.clock.install();
  const keyboard = await context.newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'すず', selectionStart: 2, selectionEnd: 2 });
  await page.clock.runFor(2_000);
  expect(asked).toEqual([]);
  await keyboard.send('Input.insertText', { text: '鈴木' });
  await page.clock.runFor(600);
  await page.getByRole('option', { name: '鈴木 美咲' }).waitFor();
  expect(asked).toEqual(['鈴木']);
  await context.close();
});

it('offers the school’s year on a device that is a day behind the school', async () => {
  const { page, context } = await staffAt(product, 'Administrator', '/classes');
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  // Where the school is, it is the first of January.
  await page.clock.setFixedTime('2026-12-31T16:00:00Z');
  await page.goto(`${product.world.url}/classes/add`);
  const first = page.locator('input[name=startDate]');
  await expect.poll(() => first.inputValue()).toBe('1 Apr 2027');
  await context.close();
});
