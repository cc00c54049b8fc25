import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { textbooks } from '#api/ground/db/schema.ts';
import { pictureMaximum } from '#schema/rules/files.ts';
import { makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import type { Device } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, press, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

const pick = (page: Page, type: string) => page.locator(`input[name=type][value=${type}]`).check();
const submit = (page: Page) => page.locator('main button[type=submit]').first().click();
// This network keeps YouTube and Wordwall away, and the browser says so of every frame.
const own = (complaints: readonly string[]) => complaints.filter((text) => !/net::ERR_|Failed to load/.test(text));

async function newUnit() {
  const { db } = product.world.services;
  const [book] = await db.select().from(textbooks).limit(1);
  const lesson = await makeLesson(db, { textbookId: (book ?? (await makeTextBook(db))).id, position: 50 });
  return { lesson, path: `/units/${lesson.id}/contents/new` };
}

/** A scan of more bytes than the server takes, lying on its side as its EXIF says: 1600 x 1200 to see. */
const scan = async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width: 1200, height: 1600, channels: 3, noise, background: '#fff' } });
  const buffer = await image.withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
  expect(buffer.length).toBeGreaterThan(pictureMaximum);
  return { name: 'scan.jpg', mimeType: 'image/jpeg', buffer };
};
const page1 = async () => ({
  name: 'page.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#4a8' } })
    .png()
    .toBuffer(),
});

/** Saves, and waits for the next form: what is typed into the old one would go with it. */
async function saveAndAdd({ page, toasts }: Device, name: string): Promise<void> {
  await press(page, 'Save and add another');
  await told({ toasts }, `${name} was created.`);
  await expect.poll(() => page.locator('input[name=name]').inputValue()).toBe('');
}

type Way = 'file' | 'drop' | 'paste';

/** Chooses a picture by the field's button, drops it on the field or pastes it, and takes it as it is. */
async function addImage(page: Page, way: Way): Promise<void> {
  const file = await page1();
  const field = page.locator('.picture-field');
  if (way === 'file') await field.locator('input[type=file]').setInputFiles(file);
  else
    await field.evaluate(
      (element, { way, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'page.png', { type: 'image/png' }));
        if (way === 'drop') element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        else document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      },
      { way, bytes: [...file.buffer] },
    );
  await page.locator('.crop-dialog .bp6-intent-primary').click();
  await page.getByText('page.png is ready. Save to keep it.').waitFor();
  await page.locator('.crop-dialog').waitFor({ state: 'detached' });
}

describe('a page image', () => {
  it('is cropped and turned by keys alone, made small enough, and stands upright', async () => {
    const { path } = await newUnit();
    const { page, complaints, context } = await staffAt(product, 'Administrator', path);
    await pick(page, 'READ');
    await fill(page, 'pageNumber', '１２');
    await fill(page, 'name', 'Scanned');
    // The field offers to remove an image only when it has one.
    const removeButton = page.locator('.picture-field').getByRole('button', { name: 'Remove image' });
    await page.getByRole('button', { name: 'Choose an image' }).waitFor();
    expect(await removeButton.count()).toBe(0);
    await page.locator('.picture-field input[type=file]').setInputFiles(await scan());
    const dialog = page.getByRole('dialog', { name: 'Crop and rotate the image' });
    await dialog.getByText('1600 × 1200 pixels').waitFor();
    // The focus begins on the answer.
    await dialog.getByRole('button', { name: 'Use this image' }).and(page.locator(':focus')).waitFor();
    const frame = dialog.getByRole('button', { name: /^Crop frame/ });
    await frame.focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await dialog.getByText('1440 × 1200 pixels').waitFor();
    await dialog.getByText('left 5%, top 0%, width 90%, height 100%', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Rotate right' }).press('Enter');
    await dialog.getByText('1200 × 1440 pixels').waitFor();
    await dialog.getByLabel('Height %').fill('４０');
    await page.keyboard.press('Enter');
    await dialog.getByText('1200 × 640 pixels').waitFor();
    await dialog.getByRole('button', { name: 'Use this image' }).press('Enter');
    await page.getByText('scan.jpg is ready. Save to keep it.').waitFor();
    await removeButton.waitFor();
    await press(page, 'Create content');
    await page.waitForURL(/\/contents\/[0-9a-f-]{36}$/);
    await expect.poll(() => page.locator('input[name=pageNumber]').inputValue()).toBe('12');
    const shown = page.getByRole('img', { name: 'Page image' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(640);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a content of each type', () => {
  it('is made with what its type needs, and loses nothing when another type is chosen', async () => {
    const { lesson, path } = await newUnit();
    const device = await staffAt(product, 'Administrator', path);
    const { page, complaints, context } = device;
    await expect.poll(() => page.locator('.content-type').count()).toBe(6);
    await page.clock.install();
    await pick(page, 'VIDEO');
    await fill(page, 'pageNumber', '3');
    await fill(page, 'name', 'A film');
    await fill(page, 'youtubeLink', 'https://youtu.be/aqz-KE-bpKQ?list=PL1&t=1m30s');
    const film = page.getByTitle('Preview of the YouTube video');
    await expect
      .poll(() => film.getAttribute('src'))
      .toMatch(
        /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?rel=0&playsinline=1&start=90&enablejsapi=1&origin=/,
      );
    expect(await film.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
    await page.getByRole('link', { name: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90' }).waitFor();
    // Another type and back: what was typed is still there.
    await pick(page, 'GAME');
    await fill(page, 'wordwallLink', 'https://wordwall.net/ja/resource/12345/colors');
    const game = page.getByTitle('Preview of the Wordwall game');
    await expect.poll(() => game.getAttribute('src')).toBe('https://wordwall.net/embed/resource/12345');
    expect(await game.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    await pick(page, 'VIDEO');
    await expect.poll(() => page.locator('input[name=youtubeLink]').inputValue()).toContain('aqz-KE-bpKQ');
    // The network keeps YouTube away: the form says so, and saves all the same.
    await page.clock.fastForward('01:00');
    await page.getByText('This video is blocked here').waitFor();
    await saveAndAdd(device, 'A film');
    await expect.poll(() => page.locator('input[name=pageNumber]').inputValue()).toBe('4');

    await pick(page, 'GAME');
    await fill(page, 'name', 'A game');
    await fill(page, 'wordwallLink', '<iframe src="https://wordwall.net/embed/0123456789abcdef?themeId=1"></iframe>');
    await saveAndAdd(device, 'A game');
    await pick(page, 'MUSIC');
    await fill(page, 'name', 'A song');
    await fill(page, 'youtubeLink', 'https://www.youtube.com/shorts/aqz-KE-bpKQ');
    await saveAndAdd(device, 'A song');
    for (const [type, name, way] of [
      ['READ', 'A page', 'drop'],
      ['RECORD', 'A voice', 'paste'],
      ['PUSH_AND_LISTEN', 'Sounds', 'file'],
    ] as const) {
      await pick(page, type);
      await fill(page, 'name', name);
      await addImage(page, way);
      if (type !== 'PUSH_AND_LISTEN') await saveAndAdd(device, name);
    }
    await press(page, 'Create content');
    await told(device, 'Sounds was created.');
    await page.waitForURL(/\/push-and-listen$/);
    await page.goto(`${product.world.url}/units/${lesson.id}`);
    for (const name of ['A film', 'A game', 'A song', 'A page', 'A voice', 'Sounds'])
      await page.getByRole('link', { name, exact: true }).waitFor();
    expect(own(complaints)).toEqual([]);
    await context.close();
  });

  it('says at each field what is missing or wrong', async () => {
    const { path } = await newUnit();
    const look = { language: 'jp', width: 'phone' } as const;
    const { page, complaints, context } = await staffAt(product, 'Administrator', path, look);
    const says = (field: string, key: string) => problem(page, field, wordsOf('jp', 'messages')(key)).waitFor();
    await page.locator('.content-type').first().waitFor();
    await submit(page);
    await says('type', 'contentTypeRequire');
    await page.locator('input[name=type]:focus').waitFor();
    await pick(page, 'READ');
    await submit(page);
    await says('pageNumber', 'pageNumberRequire');
    await says('name', 'contentNameRequire');
    await says('pageImageId', 'pageImageRequire');
    await page.locator('input[name=pageNumber]:focus').waitFor();
    await fill(page, 'pageNumber', '０');
    await page.locator('input[name=name]').focus();
    await says('pageNumber', 'pageNumberMin');
    await fill(page, 'pageNumber', '５');
    await fill(page, 'name', 'はなまる');
    await pick(page, 'VIDEO');
    await submit(page);
    await says('youtubeLink', 'youtubeLinkRequire');
    await fill(page, 'youtubeLink', 'https://example.com/watch?v=aqz-KE-bpKQ');
    await says('youtubeLink', 'youtubeLinkInvalid');
    await pick(page, 'GAME');
    await submit(page);
    await says('wordwallLink', 'wordwallLinkRequire');
    expect(own(complaints)).toEqual([]);
    await context.close();
  });
});
