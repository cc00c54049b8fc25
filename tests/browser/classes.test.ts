import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
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
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Leaves the field as a person does, so that its rule speaks. */
async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: false }).first();
  await field.fill(text);
  await field.press('Tab');
}

it('a teacher signs in, creates a class, hands it out, edits, archives, deletes and restores it, and leaves', async () => {
  const { page, complaints, toasts, context } = await product.browser.device();
  await signInAt(page, '/classes/add', demoEmail.Teacher);
  await page.waitForURL('**/classes/add');

  await page.getByLabel('Class name').first().waitFor();
  await type(page, 'Class name', '５年２組 Daffodils');
  await pick(page, 'Textbook', /Hello, World/);
  await page.getByRole('button', { name: 'Create class' }).click();
  // The teacher who makes it must teach it; the form may have said so already by choosing them.
  await page.waitForURL(/\/classes\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: '５年２組 Daffodils' }).waitFor();

  const qrCode = page.getByRole('img', { name: /QR code of/ });
  await drawn(qrCode);
  const link = await readQrCode(await qrCode.screenshot());
  expect(link).toMatch(/\/student\/class\/[\w-]{22,}$/);

  await page.getByRole('button', { name: 'Edit' }).click();
  await type(page, 'Class name', '5-2 Daffodils');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('heading', { name: '5-2 Daffodils' }).waitFor();

  await page.getByRole('button', { name: /Replace QR code/ }).click();
  await page.getByRole('button', { name: 'Replace QR code', exact: true }).click();
  await told({ toasts }, 'QR code replaced');
  await page.waitForFunction(
    (old) => ![...document.querySelectorAll('a')].some((anchor) => anchor.href === old),
    link ?? '',
  );
  for (const part of ['Students', 'Wall', 'Name cards']) {
    // The question that closes names the students too, after the tabs.
    await page.getByRole('link', { name: part }).first().click();
    await page.locator(`a[aria-current=page]`, { hasText: part }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '5-2 Daffodils', level: 1 }).waitFor();
  }
  await page.goBack();
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  const menu = page.getByRole('button', { name: 'Actions for 5-2 Daffodils' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.locator('.status-mark', { hasText: 'Inactive' }).waitFor();
  await undo(page, 'Class archived.');
  await page.locator('.status-mark', { hasText: /^Active$/ }).waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.waitForURL('**/classes');
  await page.getByRole('link', { name: '3年1組 Sunflowers', exact: true }).waitFor();
  await page.getByRole('link', { name: '5-2 Daffodils' }).waitFor({ state: 'detached' });
  await undo(page, '5-2 Daffodils was deleted.');
  await page.getByRole('link', { name: '5-2 Daffodils' }).waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login*');
  expect(complaints).toEqual([]);
  await context.close();
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
