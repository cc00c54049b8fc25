import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileMaximum } from '#schema/rules/files.ts';
import { photo } from '#tests/support/media-samples.ts';
import { choose, longFilm, posting, recordedFilm } from '#tests/support/posting.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking, statesOf } from '#tests/support/speaking.ts';
import { keptFiles } from '#tests/support/waiting-work.ts';

const product = startProduct();

/** How many works the device keeps. */
const keptWorks = async (page: Page) => (await keptFiles(page)).length;

describe('a recording that waits', () => {
  it('is gone for good when the child throws it away', async () => {
    const device = await speaking(product, { language: 'en', width: 'phone', child: 5 });
    const { page, context } = device;
    await speak(page);
    await deskAt(page, 'made').waitFor();
    await context.setOffline(true);
    await page.locator('.record-send').click();
    const chip = page.locator('.page-header-waiting button');
    await chip.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Throw away' }).click();
    await sheet.getByRole('button', { name: 'Keep it' }).click();
    await sheet.getByRole('button', { name: 'Throw away' }).click();
    expect(await keptWorks(page)).toBe(1);
    await sheet.getByRole('button', { name: 'Throw away' }).click();
    await expect.poll(() => keptWorks(page)).toBe(0);
    await chip.waitFor({ state: 'detached' });
    await sheet.getByText('Nothing is waiting now!').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await deskAt(page, 'ready').waitFor();

    const files: string[] = [];
    page.on('request', (request) => {
      if (request.headers()['content-type']?.startsWith('multipart/')) files.push(request.url());
    });
    await context.setOffline(false);
    await page.reload();
    await deskAt(page, 'ready').waitFor();
    // Nothing is kept that could still be sent.
    expect([await keptWorks(page), files, await chip.count()]).toEqual([0, [], 0]);
    expect(await statesOf(product, device.speaker)).toEqual([]);
    await context.close();
  });
});

/** Counts what reads and writes films in the page, and has not been closed. */
const watchCodecs = () => {
  const all: { readonly state: string }[] = [];
  window.VideoEncoder = class extends VideoEncoder {
    constructor(init: VideoEncoderInit) {
      super(init);
      all.push(this);
    }
  };
  window.VideoDecoder = class extends VideoDecoder {
    constructor(init: VideoDecoderInit) {
      super(init);
      all.push(this);
    }
  };
  setInterval(() => {
    const open = all.filter(({ state }) => state !== 'closed').length;
    document.documentElement.dataset.codecs = `${open} of ${all.length}`;
  }, 20);
};

describe('a film that is being made', () => {
  it('is given up by a tap or by leaving, and the picture that was there before stays', async () => {
    const device = await posting(product, 6, { language: 'en', width: 'phone' });
    const { page, context, complaints, wall } = device;
    await context.addInitScript(watchCodecs);
    await page.reload();
    // A tap, without which no browser makes a sound.
    await page.locator('.posting-ask').click();
    const short = await recordedFilm(page);
    const film = await longFilm(short, 40);
    const buffer = Buffer.concat([film, Buffer.alloc(Math.max(0, fileMaximum + 1 - film.length))]);
    // From the disk: sent through the test's own connection, so many bytes take seconds.
    const folder = await mkdtemp(join(tmpdir(), 'manabook-film-'));
    const path = join(folder, 'IMG_4.webm');
    await writeFile(path, buffer);
    const halfWay = async () => {
      await choose(page, 'video', path);
      await page.getByText(/Making it small… (?:[1-9]|[1-4]\d)%/).waitFor();
    };
    const nothingRuns = () =>
      page.waitForFunction(() => /^0 of [1-9]/.test(document.documentElement.dataset.codecs ?? ''));

    await halfWay();
    await page.getByRole('button', { name: 'Never mind' }).click();
    await page.locator('.posting-desk[data-step=choosing]').waitFor();
    await nothingRuns();
    const picture = { name: 'IMG_5.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await choose(page, 'image', picture);
    await page.locator('img.posting-work').waitFor();
    await page.getByRole('button', { name: 'Choose another one' }).click();

    await halfWay();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(wall);
    await nothingRuns();
    await page.locator('.wall-add').click();
    await page.locator('img.posting-work').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
    await rm(folder, { recursive: true });
  });
});
