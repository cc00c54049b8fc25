import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { photo } from '#tests/support/media-samples.ts';
import { startProduct } from '#tests/support/product.ts';
import { leaveDialog } from '#tests/support/staff-device.ts';
import { staffAt } from './staff-walk.ts';

const product = startProduct();

const formAt = () => staffAt(product, 'Administrator', '/text-books/new');

/** A connection that takes so many bytes in a second, until the session is detached. */
async function slowConnection(page: Page, uploadThroughput: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput };
  await session.send('Network.emulateNetworkConditions', conditions);
  return session;
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
  await page.getByRole('button', { name: 'Use this image' }).click();
}
const widthOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));

describe('the cover of a textbook', () => {
  it('is sent with its progress on the screen, and stands in the list when the book is saved', async () => {
    const { page, complaints, context } = await formAt();
    // Of its own for each try: what one has saved, the next must not save again.
    const shortCode = `S${newId().slice(-7).toUpperCase()}`;
    await page.getByLabel('Name').fill('Stars 1');
    await page.getByLabel('Short code').fill(shortCode);
    const slow = await slowConnection(page, 150_000);
    await send(page, await cover(2_000_000));
    const bar = page.getByRole('progressbar', { name: 'Uploading cover.jpg' });
    await bar.waitFor();
    const seen = new Set<number>();
    const now = () => bar.evaluateAll(([found]) => Number(found?.getAttribute('aria-valuenow') ?? 0));
    await expect.poll(async () => seen.add(await now()).size, { interval: 20 }).toBeGreaterThan(3);
    expect(Math.max(...seen)).toBeGreaterThan(Math.min(...seen));
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    // Saved while it is still on the way: it is waited for.
    await page.getByRole('button', { name: 'Create textbook' }).click();
    await slow.detach();
    await page.waitForURL(/\/text-books\/[0-9a-f-]{36}$/);
    // The address is there before the page.
    await page.getByRole('heading', { level: 1, name: 'Stars 1' }).waitFor();
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Textbooks' }).first().click();
    const thumbnail = page.getByRole('row', { name: new RegExp(shortCode) }).locator('img');
    await thumbnail.waitFor();
    await expect.poll(() => thumbnail.getAttribute('src')).toMatch(/^\/media\//);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('can be given up half-way; is refused in words, kept, and sent again by hand', async () => {
    const { page, context } = await formAt();
    const slow = await slowConnection(page, 10_000);
    await send(page, await cover(600_000));
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Choose an image' }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
    await slow.detach();

    await choose(page, await cover(10 * 1024 * 1024 + 1, 'large.jpg'));
    await page.getByText('large.jpg wasn’t uploaded.').waitFor();
    await page.getByText('The file is too large.').waitFor();
    await choose(page, { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.getByText('PDFs are not accepted.').waitFor();
    await choose(page, { name: 'noise.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') });
    await page.getByText('This image is damaged or incomplete.').waitFor();

    // What crops pictures has come by the time the network goes.
    await choose(page, await cover(30_000));
    await page.getByRole('button', { name: 'Use this image' }).waitFor();
    await leaveDialog(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await context.setOffline(true);
    await send(page, await cover(30_000));
    await page.getByText('Can’t reach the server.').waitFor();
    await context.setOffline(false);
    // Saving now would keep no picture, as if none had been chosen.
    await page.getByLabel('Name').fill('Comets 1');
    await page.getByLabel('Short code').fill('COMETS1');
    await page.getByRole('button', { name: 'Create textbook' }).click();
    await page.getByText('The image wasn’t uploaded. Try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('cover.jpg is ready. Save to keep it.').waitFor();
    await context.close();
  });

  it('stays and is shown after the next upload is cancelled, and after a reload', async () => {
    const { page, context } = await formAt();
    await page.getByLabel('Name').fill('Planets 1');
    await send(page, await cover(30_000));
    await page.getByText('cover.jpg is ready. Save to keep it.').waitFor();
    const slow = await slowConnection(page, 10_000);
    await send(page, await cover(600_000, 'next.jpg'));
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('button', { name: 'Choose another image' }).waitFor();
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    await slow.detach();
    await context.setOffline(true);
    await send(page, await cover(30_000, 'third.jpg'));
    await page.getByText('third.jpg wasn’t uploaded.').waitFor();
    await context.setOffline(false);
    await page.getByLabel('Short code').fill('PLANETS1');
    await page.getByRole('button', { name: 'Create textbook' }).click();
    await page.getByText('The image wasn’t uploaded. Try again.').waitFor();
    await page.getByRole('button', { name: 'Don’t use this file' }).click();
    await page.getByText('third.jpg wasn’t uploaded.').waitFor({ state: 'detached' });
    await page.getByText('The image wasn’t uploaded. Try again.').waitFor({ state: 'detached' });
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    await page.reload();
    await page.getByText('Your unsaved changes were restored.').waitFor();
    await page.getByText('An image is chosen').waitFor();
    await page.getByRole('button', { name: 'Remove image' }).click();
    await page.getByRole('button', { name: 'Choose an image' }).waitFor();
    await context.close();
  });

  it('stays when a second file is refused, on its way or there', async () => {
    const { page, context } = await formAt();
    await page.getByLabel('Name').fill('Moons 1');
    await page.getByLabel('Short code').fill('MOONS1');
    const broken = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
    const slow = await slowConnection(page, 100_000);
    await send(page, await cover(200_000));
    await page.getByRole('progressbar').waitFor();
    await choose(page, broken);
    await page.getByText('page.pdf wasn’t uploaded.').waitFor();
    await slow.detach();
    await page.getByText('cover.jpg is ready. Save to keep it.').waitFor();
    await page.getByText('page.pdf wasn’t uploaded.').waitFor();
    expect(await widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    await choose(page, broken);
    await page.getByRole('button', { name: 'Create textbook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Moons 1' }).waitFor();
    await expect.poll(() => widthOf(page, 'Thumbnail')).toBeGreaterThan(0);
    await context.close();
  });
});
