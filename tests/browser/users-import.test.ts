import { readFile } from 'node:fs/promises';
import Encoding from 'encoding-japanese';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const shiftJis = (rows: readonly (readonly string[])[]): Buffer => {
  const text = rows.map((cells) => `${cells.join(',')}\r\n`).join('');
  return Buffer.from(Encoding.convert(text, { from: 'UNICODE', to: 'SJIS', type: 'array' }));
};
const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });
const counted = (page: Page, title: string, count: number) =>
  expect
    .poll(() => page.locator('.import-counts div').filter({ hasText: title }).locator('dd').innerText())
    .toBe(String(count));

/** Keeps an operation of the page waiting; gives the way to let it go. */
async function heldBack(page: Page, operation: string): Promise<() => Promise<void>> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(`"operationName":"${operation}"`)) await opened;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Goes on by Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement instanceof HTMLElement ? activeElement.innerText : '';
    });
    if (typeof name === 'string' ? text === name : name.test(text)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

async function chooseByKeys(page: Page, name: string, file: ReturnType<typeof csv>): Promise<void> {
  const open = async () => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  // Waited for before the way there: a slow browser that is told together with the key keeps the dialog to itself.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(file);
}

async function saved(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

it('is done by keyboard alone, from a Shift_JIS file with mistakes to the result file', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/users', { language: 'jp' });
  await page.getByRole('table').waitFor();
  await tabTo(page, 'インポート');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'ユーザーのインポート' }).waitFor();
  await tabTo(page, 'サンプルファイルをダウンロード');
  const sample = await saved(page, () => page.keyboard.press('Enter'));
  expect(sample.toString()).toMatch(/^\uFEFFメールアドレス,姓,名,役割,電話番号,電話の種類,言語\r\n/);

  const missing = csv(
    '名簿.csv',
    shiftJis([
      ['メールアドレス', '姓'],
      ['a@school.test', '表'],
    ]),
  );
  await chooseByKeys(page, 'CSVファイルを選ぶ', missing);
  // What lacks is named as the screen names it, and the file stays chosen.
  await page.getByRole('alert').filter({ hasText: '名簿.csv を読み込めませんでした。' }).waitFor();
  await page.getByRole('alert').filter({ hasText: '名, 役割' }).waitFor();

  // A second try finds the people of the first.
  const own = newId().slice(-6);
  const addressOf = (each: number) => `import-${own}-${each}@school.test`;
  const people = Array.from({ length: 30 }, (_, each) => [addressOf(each), '髙橋', `花${own}-${each}`, '先生']);
  const wrong = [
    [addressOf(0), '髙橋', '', '先生'],
    ['teacher@', '髙橋', '花', '社長'],
  ];
  const heading = ['メールアドレス', '姓', '名', '役割'];
  await chooseByKeys(page, '別のファイルを選ぶ', csv('先生.csv', shiftJis([heading, ...people, ...wrong])));
  await page.getByRole('heading', { name: '先生.csv を確認しました' }).waitFor();
  await page.getByText('文字コード：Shift_JIS 区切り：コンマ').waitFor();
  await counted(page, 'ファイルの人数', 32);
  await counted(page, '招待する人', 30);
  const rows = async () =>
    (await page.locator('.import-errors tbody tr').allInnerTexts()).map((row) => row.split('\t'));
  await expect.poll(rows).toEqual([
    ['32', '名', '名を入力してください。'],
    ['33', 'メールアドレス', 'メールアドレスの形式が正しくありません。'],
    ['33', '役割', expect.any(String)],
  ]);
  const { pool } = product.world.services;
  const { rows: before } = await pool.query('select from users where email like $1', [`import-${own}-%`]);
  expect(before).toEqual([]);

  await page.getByRole('heading', { name: '先生.csv を確認しました' }).focus();
  const showProgress = await heldBack(page, 'UserImport');
  await tabTo(page, '30人を招待する');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?id=/);
  await page.getByRole('progressbar').waitFor();
  await showProgress();
  // Followed by its address alone.
  await page.reload();
  await page.getByRole('heading', { name: '先生.csv のインポートが完了しました' }).waitFor();
  await counted(page, '招待した人', 30);
  await tabTo(page, '結果ファイルをダウンロード');
  const result = (await saved(page, () => page.keyboard.press('Enter'))).toString();
  expect(result.split('\r\n').filter((line) => line.includes('招待しました'))).toHaveLength(30);
  expect(result).toContain('名を入力してください。');
  await mailedLink(product.world, addressOf(7));

  await tabTo(page, 'ユーザー一覧へ');
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox').fill(`花${own}-29`);
  await page.getByRole('link', { name: `髙橋 花${own}-29` }).waitFor();
  expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
});

it('takes back what was exported, which is exactly whom the list shows', async () => {
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/users?status=deactivated');
  await page.getByRole('table').waitFor();
  await page.locator('tbody tr .user-email').first().waitFor();
  const shown = await page.locator('tbody tr .user-email').allInnerTexts();
  const file = await saved(page, () => page.getByRole('button', { name: 'Export' }).click());
  const lines = file.toString().trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0]).sort()).toEqual([...shown].sort());

  await page.goto(`${product.world.url}/users/import`);
  const input = page.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  // What sends files has come by the time the network goes.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await input.setInputFiles(csv('users.csv', file));
  await page.getByText('users.csv wasn’t uploaded.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('heading', { name: 'users.csv was checked' }).waitFor();
  await counted(page, 'People in the file', shown.length);
  await page.getByText('Nobody in this file can be invited.').waitFor();
  await page.locator('.import-errors tbody tr').first().filter({ hasText: 'The email already exists.' }).waitFor();

  // Deleted for good elsewhere, they can all come in again.
  await product.world.services.pool.query("update users set email = 'gone-' || email where status = 2");
  await input.setInputFiles(csv('users.csv', file));
  await page.getByRole('button', { name: `Invite ${shown.length} people` }).waitFor();
  await input.setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.alloc(4000, 0) });
  await page.getByText('photo.csv could not be read.').waitFor();
  expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
});
