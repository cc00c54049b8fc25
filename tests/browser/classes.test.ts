import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { drawn } from '#tests/support/pictures.ts';
import { startProduct } from '#tests/support/product.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { told } from '#tests/support/staff-device.ts';

const product = startProduct();

async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${product.world.url}${path}`);
  await page.waitForURL('**/login*');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Leaves the field as a person does, so that its rule speaks. */
async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: false }).first();
  await field.fill(text);
  await field.press('Tab');
}

describe('a teacher in a browser', () => {
  it('signs in, creates a class against every rule, hands it out, edits, archives, deletes and restores it, and leaves', async () => {
    const { page, complaints, toasts, context } = await product.browser.device();
    await signInAt(page, '/classes/add', demoEmail.Teacher);
    await page.waitForURL('**/classes/add');

    await page.getByLabel('Class name').first().waitFor();
    await type(page, 'Start date', '');
    await type(page, 'End date', '');
    await page.getByRole('button', { name: 'Create the class' }).click();
    for (const message of [
      'Class name is required',
      'Textbook is required',
      'Start date is required',
      'End date is required',
    ]) {
      await page.getByText(message, { exact: true }).first().waitFor();
    }
    expect(await accessibilityViolations(page)).toEqual([]);

    await type(page, 'Start date', '2026-04-01');
    await type(page, 'End date', '2026-04-01');
    await page.getByText('End date must be after start date', { exact: true }).waitFor();
    await type(page, 'End date', '2028-04-02');
    await page.getByText('End date must not be more than 2 years after the start date', { exact: true }).waitFor();
    await type(page, 'End date', '2028-04-01');
    await page.getByText('End date must not be more than 2 years after the start date').waitFor({ state: 'detached' });

    await type(page, 'Class name', '５年２組 Daffodils');
    await pick(page, 'Textbook', /Hello, World/);
    await page.getByRole('button', { name: 'Create the class' }).click();
    // The teacher who makes it must teach it; the form may have said so already by choosing them.
    await page.waitForURL(/\/classes\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: '５年２組 Daffodils' }).waitFor();

    const qrCode = page.getByRole('img', { name: /QR code of/ });
    await drawn(qrCode);
    const link = await readQrCode(await qrCode.screenshot());
    expect(link).toMatch(/\/student\/class\/[\w-]{22,}$/);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Edit' }).click();
    await type(page, 'Class name', '5-2 Daffodils');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('heading', { name: '5-2 Daffodils' }).waitFor();

    await page.getByRole('button', { name: /Make a new QR code/ }).click();
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await told({ toasts }, 'The new QR code is ready');
    await page.waitForFunction(
      (old) => ![...document.querySelectorAll('a')].some((anchor) => anchor.href === old),
      link ?? '',
    );
    for (const part of ['Students', 'Wall', 'Name cards']) {
      await page.getByRole('link', { name: part }).click();
      await page.locator(`a[aria-current=page]`, { hasText: part }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: '5-2 Daffodils', level: 1 }).waitFor();
    }
    await page.goBack();
    await page.getByRole('heading', { name: 'Nothing on the wall yet' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    const menu = page.getByRole('button', { name: 'Actions for 5-2 Daffodils' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.locator('.status-mark', { hasText: 'Inactive' }).waitFor();
    await undo(page, 'The class is archived.');
    await page.locator('.status-mark', { hasText: /^Active$/ }).waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.waitForURL('**/classes');
    await page.getByRole('link', { name: '3年1組 Sunflowers', exact: true }).waitFor();
    await page.getByRole('link', { name: '5-2 Daffodils' }).waitFor({ state: 'detached' });
    await undo(page, '5-2 Daffodils was deleted.');
    await page.getByRole('link', { name: '5-2 Daffodils' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login*');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('gets the message of every rule of the login, in both languages', async () => {
    const words = {
      en: ['Email is required', 'Password is required.', 'Incorrect email format', 'Please check Email and Password'],
      jp: [
        'メールアドレスを入力してください',
        'パスワードを入力してください。',
        'メールアドレスの形式が正しくありません',
        'メールアドレスとパスワードを確認してください',
      ],
    } as const;
    for (const language of ['en', 'jp'] as const) {
      const { page, context } = await product.browser.device({ language, width: 'phone' });
      const [emailMissing, passwordMissing, badEmail, wrongPair] = words[language];
      await page.goto(`${product.world.url}/login`);
      await page.locator('button[type=submit]').click();
      await page.getByText(emailMissing, { exact: true }).waitFor();
      await page.getByText(passwordMissing, { exact: true }).waitFor();
      await page.locator('input[name=email]').fill('teacher@');
      await page.locator('input[name=email]').press('Tab');
      await page.getByText(badEmail, { exact: true }).waitFor();
      await page.locator('input[name=email]').fill(`nobody-${language}@demo.test`);
      await page.locator('input[name=password]').fill('not the password');
      await page.locator('button[type=submit]').click();
      await page.getByText(wrongPair).first().waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await context.close();
    }
  });

  it('is told why an account that is deactivated or not activated cannot come in', async () => {
    const { page, context } = await product.browser.device();
    const { pool } = product.world.services;
    const { rows } = await pool.query<{ email: string; password_hash: string }>(
      "select email, password_hash from users where email = 'teacher@demo.test'",
    );
    const hash = rows[0]?.password_hash;
    for (const [status, message] of [
      [2, 'Your account has been deactivated.'],
      [0, 'Your account has not been activated.'],
    ] as const) {
      const other = await pool.query<{ email: string }>(
        'update users set password_hash = $1 where id = (select id from users where status = $2 limit 1) returning email',
        [hash, status],
      );
      await page.goto(`${product.world.url}/login`);
      await page.locator('input[name=email]').fill(other.rows[0]?.email ?? '');
      await page.locator('input[name=password]').fill(demoPassword);
      await page.locator('button[type=submit]').click();
      await page.getByText(message).first().waitFor();
    }
    await context.close();
  });
});

describe('the shell', () => {
  it('leads each role to its first area, keeps others out, and logs out', async () => {
    const { page, complaints, context } = await product.browser.device();
    await signInAt(page, '/users', demoEmail.Teacher);
    await page.waitForURL('**/classes');
    const links = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(['Classes']);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login*');
    expect(await page.evaluate(() => localStorage.getItem('loginInfo'))).toBeNull();

    await signInAt(page, '/classes', demoEmail.Administrator);
    await page.waitForURL('**/classes');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(['Users', 'Classes', 'Textbooks', 'Reports']);
    for (const area of ['Users', 'Classes', 'Textbooks', 'Reports']) {
      await links.filter({ hasText: area }).click();
      await page.getByRole('heading', { level: 1, name: area }).waitFor();
      expect([area, await accessibilityViolations(page)]).toEqual([area, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('holds the class list in the URL and fits a phone in both languages', async () => {
    for (const language of ['en', 'jp'] as const) {
      const { page, complaints, context } = await product.browser.device({ width: 'phone', language });
      await page.goto(`${product.world.url}/login`);
      await page.locator('input[name=email]').fill(demoEmail.Administrator);
      await page.locator('input[name=password]').fill(demoPassword);
      await page.locator('button[type=submit]').click();
      await page.waitForURL('**/users');
      await page.goto(`${product.world.url}/classes`);
      await page.locator('table').waitFor();
      await page.getByRole('searchbox').fill('ひまわり no such class');
      await page.waitForURL(/search=/);
      await page.reload();
      expect(await page.getByRole('searchbox').inputValue()).toBe('ひまわり no such class');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});

async function undo(page: Page, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await toast.waitFor({ state: 'detached' });
}

async function pick(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('option', { name: option }).first().click();
}
