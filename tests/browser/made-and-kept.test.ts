import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { photo } from '#tests/support/media-samples.ts';
import { patience } from '#tests/support/patience.ts';
import { choose, posting, recordedFilm, type Posting } from '#tests/support/posting.ts';
import { startProduct } from '#tests/support/product.ts';
import { statesOf } from '#tests/support/speaking.ts';
import { keptFiles } from '#tests/support/waiting-work.ts';

const product = startProduct();

/** A work is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };
const deskAt = ({ page }: Posting, step: string) => page.locator(`.posting-desk[data-step=${step}]`);

it('a picture that was made waits for the child, through a reload, until another one is made', async () => {
  const device = await posting(product, 6, { language: 'jp', width: 'phone' });
  const { page, complaints, context } = device;
  await choose(page, 'image', { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photo(900, 600) });
  await page.locator('img.posting-work').waitFor();
  await page.getByText('できたよ！').waitFor();
  await page.reload();
  await page.getByText('まえに つくったのが あるよ。').waitFor();
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('img.posting-work')?.naturalWidth ?? 0) > 0,
  );
  expect(await page.locator('.page-header-waiting button').count()).toBe(0);

  const [first] = await keptFiles(page);
  const other = page.getByRole('button', { name: 'ほかのを えらぶ' });
  await other.click();
  await deskAt(device, 'choosing').waitFor();
  expect(await keptFiles(page)).toEqual([first]);
  await page.getByRole('button', { name: /もどる$/ }).click();
  await deskAt(device, 'made').waitFor();
  await other.click();
  await choose(page, 'image', { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 900) });
  await page.getByText('できたよ！').waitFor();
  // The device keeps the new picture alone.
  const isReplaced = async () => {
    const files = await keptFiles(page);
    return files.length === 1 && files[0]?.equals(first ?? Buffer.alloc(0)) === false;
  };
  await expect.poll(isReplaced).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The whole film is the button: no browser's own controls, which are tiny. */
async function playsByATap(page: Page): Promise<void> {
  expect(await page.locator('video[controls]').count()).toBe(0);
  const play = page.locator('.film-tap');
  await play.getByText('Play', { exact: true }).waitFor();
  const { width = 0, height = 0 } = (await play.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThan(200);
  await play.click();
  await play.getByText(/Pause|Again/).waitFor();
}

/** Says that the film does not come, and plays it by the next tap when it comes again. */
async function isTriedAgain(page: Page): Promise<void> {
  const isFilm = (url: URL) => url.pathname.startsWith('/media/');
  await page.route(isFilm, (route) => (route.request().resourceType() === 'media' ? route.abort() : route.fallback()));
  await page.reload();
  const tap = page.locator('.film-tap');
  await tap.getByText('Play', { exact: true }).click();
  await page.getByText('The video didn’t play. Tap it again.').waitFor();
  await page.unroute(isFilm);
  await tap.getByText('Try again').click();
  await tap.getByText(/Pause|Again/).waitFor();
  expect(await page.getByText('The video didn’t play.').count()).toBe(0);
}

it('a film that was made is there after a look at the wall, goes once, and is no longer kept', async () => {
  const device = await posting(product, 7, { language: 'en', width: 'desktop' });
  const { page, complaints, context, wall } = device;
  // A tap, without which no browser makes a sound.
  await page.locator('.posting-ask').click();
  const buffer = await recordedFilm(page);
  await choose(page, 'video', { name: 'a.webm', mimeType: 'video/webm', buffer });
  await page.locator('video.posting-work').waitFor(made);
  await playsByATap(page);
  const title = page.getByLabel('What is your video called?');
  await title.fill('My dance');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(wall);
  await page.goto(page.url());
  await page.locator('.wall-add').click();
  await page.getByText('It’s still here!').waitFor();
  expect(await title.inputValue()).toBe('My dance');
  await page.locator('.posting-send').click();
  await page.locator('.posting-arrived').waitFor(made);
  expect(await statesOf(product, device)).toEqual(['pending']);
  await page.getByRole('button', { name: 'One more' }).click();
  await deskAt(device, 'choosing').waitFor();
  await page.goto(wall);
  await page.locator('.post').first().getByText('My dance').waitFor();
  await page.locator('.post-open').first().click();
  await playsByATap(page);
  await isTriedAgain(page);
  await page.goto(wall);
  await page.locator('.wall-add').click();
  await deskAt(device, 'choosing').waitFor();
  expect(await page.locator('.posting-work').count()).toBe(0);
  expect(complaints.filter((complaint) => !complaint.includes('net::ERR_FAILED'))).toEqual([]);
  await context.close();
});
