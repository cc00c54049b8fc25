import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import type { Device, DeviceOptions } from '#tests/support/browser.ts';
import { photo } from '#tests/support/media-samples.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { leaveDialog } from '#tests/support/staff-device.ts';

const product = startProduct();

/** An administrator's device at one of the app's addresses. */
async function deviceAt(path: string, options: DeviceOptions = {}): Promise<Device> {
  const device = await product.browser.device(options);
  await device.page.goto(`${product.world.url}${path}`);
  await device.page.locator('input[name=email]').fill(demoEmail.Administrator);
  await device.page.locator('input[name=password]').fill(demoPassword);
  await device.page.locator('button[type=submit]').click();
  await device.page.waitForURL(`**${path}`);
  // The address is there before the page: a name would still be typed into the login.
  await device.page.locator('.top-bar').waitFor();
  return device;
}

/** A connection that takes so many bytes in a second, until it is told otherwise. */
async function connectionOf(page: Page, bytes: number): Promise<{ takes(bytes: number): Promise<unknown> }> {
  const session = await page.context().newCDPSession(page);
  const takes = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await takes(bytes);
  return { takes };
}

const cover = async (size: number, name = 'cover.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([await photo(300, 400)], size),
});
const choose = async (page: Page, file: Awaited<ReturnType<typeof cover>>) =>
  page.locator('input[type=file]').setInputFiles(file);
/** Chooses it and takes it as it is: what is small enough goes untouched. */
async function send(page: Page, file: Awaited<ReturnType<typeof cover>>): Promise<void> {
  await choose(page, file);
  await page.getByRole('button', { name: 'Use this picture' }).click();
}
const widthOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));

describe('the cover of a textbook', () => {
  it('is sent with its progress on the screen, and stands in the list when the book is saved', async () => {
    const { page, complaints, context } = await deviceAt('/text-books/new');
    await page.getByLabel('Name').fill('Stars 1');
    await page.getByLabel('Short code').fill('STARS1');
    const connection = await connectionOf(page, 15_000);
    await send(page, await cover(1_000_000));
    const bar = page.getByRole('progressbar', { name: 'Sending cover.jpg' });
    await bar.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const seen = new Set<number>();
    const now = () => bar.evaluateAll(([found]) => Number(found?.getAttribute('aria-valuenow') ?? 0));
    await expect.poll(async () => seen.add(await now()).size, { interval: 50 }).toBeGreaterThan(3);
    expect(Math.max(...seen)).toBeGreaterThan(Math.min(...seen));
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    // Saved while it is still on the way: it is waited for.
    await page.getByRole('button', { name: 'Create the textbook' }).click();
    await connection.takes(-1);
    await page.waitForURL(/\/text-books\/[0-9a-f-]{36}$/);
    // The address is there before the page.
    await page.getByRole('heading', { level: 1, name: 'Stars 1' }).waitFor();
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Textbooks' }).first().click();
    const thumbnail = page.getByRole('row', { name: /STARS1/ }).locator('img');
    await thumbnail.waitFor();
    await expect.poll(() => thumbnail.getAttribute('src')).toMatch(/^\/media\//);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('can be given up half-way, and nothing of it stays', async () => {
    const { page, context } = await deviceAt('/text-books/new');
    await connectionOf(page, 10_000);
    await send(page, await cover(600_000));
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('is refused in words, kept, and sent again by hand', async () => {
    const { page, context } = await deviceAt('/text-books/new');
    await choose(page, await cover(10 * 1024 * 1024 + 1, 'large.jpg'));
    await page.getByText('large.jpg was not sent.').waitFor();
    await page.getByText('The file is too large.').waitFor();
    await choose(page, { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.getByText('A PDF cannot be taken here.').waitFor();
    await choose(page, { name: 'noise.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') });
    await page.getByText('This picture is damaged or incomplete.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // What crops pictures has come by the time the network goes.
    await choose(page, await cover(30_000));
    await page.getByRole('button', { name: 'Use this picture' }).waitFor();
    await leaveDialog(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await context.setOffline(true);
    await send(page, await cover(30_000));
    await page.getByText('The server cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('cover.jpg is ready. Save to keep it.').waitFor();
    await context.close();
  });
});

describe('the form of a textbook', () => {
  it('has its rules in words, its server’s refusals at their fields, and guards what is unsaved', async () => {
    const { page, context } = await deviceAt('/text-books/new', { language: 'jp', width: 'phone' });
    await page.getByRole('button', { name: 'テキストを作成' }).click();
    await page.getByText('テキスト名を入力してください').waitFor();
    await page.getByLabel('名前').fill('ほし 1');
    await page.getByLabel('ショートコード').fill('ｈｅｌｌｏ-1');
    // A slow press: the field's problem must not push the button from under it.
    await page.getByRole('button', { name: 'テキストを作成' }).click({ delay: 200 });
    await page.locator('[data-field=shortCode] .field-problem').filter({ hasText: 'ショートコード' }).waitFor();
    await page.locator('input[name=shortCode]:focus').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.getByRole('button', { name: 'このページに残る' }).click();
    await context.close();
  });
});
