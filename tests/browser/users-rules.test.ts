import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoEmail } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const words = {
  required: [
    'メールアドレスを入力してください。',
    '名を入力してください。',
    '姓を入力してください。',
    '役割を選んでください。',
  ],
  email: 'メールアドレスの形式が正しくありません。',
  phone: '電話番号の形式が正しくありません。',
  taken: 'このメールアドレスはすでに登録されています。',
} as const;

const problem = (page: Page, field: string, text: string) =>
  page.locator(`[data-field=${field}] .field-problem`).filter({ hasText: text });

async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`input[name=${name}]`);
  await field.fill(text);
  await field.press('Tab');
}

it('says every rule of a user in Japanese, on a phone', async () => {
  const look = { language: 'jp', width: 'phone' } as const;
  const { page, complaints, context } = await staffAt(product, 'Administrator', '/users/new', look);
  const { required, email, phone, taken } = words;
  const submit = page.locator('.form-buttons button[type=submit]').first();
  await submit.click();
  for (const text of required) await page.locator('.field-problem').filter({ hasText: text }).waitFor();
  await page.locator('input[name=email]:focus').waitFor();

  for (const wrong of ['teacher', 'teacher@', 'a b@demo.test', 'teacher@demo.photography']) {
    await fill(page, 'email', wrong);
    await problem(page, 'email', email).waitFor();
  }
  for (const wrong of ['12345', '090-1234-567', '０９０１２３４５６７８９', 'none']) {
    await fill(page, 'phoneNumber', wrong);
    await problem(page, 'phoneNumber', phone).waitFor();
  }
  // It goes away while it is mended, in whatever grouping and width.
  await fill(page, 'phoneNumber', '+81 ９０ (1234) 5678');
  await problem(page, 'phoneNumber', phone).waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('input[name=phoneNumber]').inputValue()).toBe('090-1234-5678');

  await fill(page, 'email', demoEmail.Teacher.toUpperCase());
  await fill(page, 'firstName', 'Emily');
  await fill(page, 'lastName', 'Brown');
  await submit.click();
  // Nothing else is wrong: the focus goes to the first of the roles.
  await page.locator('[role=radiogroup] input:focus').waitFor();
  await page.keyboard.press('Space');
  await page.locator('select[name=phoneType]').selectOption('1');
  await submit.click();
  await problem(page, 'phoneNumber', phone).waitFor();
  await page.locator('select[name=phoneType]').selectOption('2');
  await submit.click();
  await problem(page, 'email', taken).waitFor();
  await page.locator('input[name=email]:focus').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
