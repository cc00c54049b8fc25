import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileMaximum, pictureMaximum } from '#schema/rules/files.ts';
import { film } from '#tests/support/media-samples.ts';
import { patience } from '#tests/support/patience.ts';
import { choose, phoneFilm, posting, recordedFilm, speakButton, waitingFile, withAac } from '#tests/support/posting.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, statesOf, steadyVoice } from '#tests/support/speaking.ts';
import { flaws } from '#tests/support/staff-device.ts';
import { measure } from './student-measures.ts';

const product = startProduct();

/** A work is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };

/** What is wrong with a step that the walk over all screens does not reach. */
const faults = async (page: Page) => [...(await flaws(page)), ...(await measure(page)).smallTargets];

/** A large photograph of a page full of small things, taken sideways, that tells where. */
const sideways = () =>
  sharp({
    create: {
      width: 2400,
      height: 1600,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 70 },
    },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();

describe('putting something on the wall', () => {
  it('makes a photo upright, small and placeless, and sends it once, when the network is back', async () => {
    const device = await posting(product, 6, { language: 'jp', width: 'phone' });
    const { page, context, complaints } = device;
    await page.getByText('2分').waitFor();
    await choose(page, 'image', { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await sideways() });
    await page.locator('img.posting-work').waitFor();
    expect(complaints).toEqual([]);

    await context.setOffline(true);
    await page.locator('.posting-send').click();
    await page.getByRole('alert').filter({ hasText: 'あとで おくるね' }).waitFor();
    await page.locator('.page-header-waiting').getByText('1こ まっています').waitFor();
    expect(await faults(page)).toEqual([]);
    const file = await waitingFile(page);
    expect(file.length).toBeLessThanOrEqual(pictureMaximum);
    const { width, height, format, exif, orientation } = await sharp(file).metadata();
    expect({ format, exif, orientation }).toEqual({ format: 'jpeg', exif: undefined, orientation: undefined });
    expect([height, Math.round(((width ?? 0) * 3) / 2 / 10)]).toEqual([2048, 205]);

    await context.setOffline(false);
    await page.locator('.posting-arrived').waitFor(made);
    await page.getByText('みるまで まってね').first().waitFor();
    expect(await statesOf(product, device)).toEqual(['pending']);
    expect(await faults(page)).toEqual([]);
    await page.locator('.posting-desk a').click();
    await page.locator('.post').first().locator('.post-flag[data-waiting]').waitFor();
    await page.locator('.post').first().locator('img').waitFor();
    await context.close();
  });

  it('says before anything is sent what does not fit, with what to do', async () => {
    const device = await posting(product, 7, { language: 'en', width: 'desktop' });
    const { page, complaints } = device;
    const alert = page.getByRole('alert');
    expect(await page.locator('input[capture]').count()).toBe(0);
    const broken = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') };
    await choose(page, 'image', broken);
    await alert.getByText('This picture won’t open.').waitFor();
    await choose(page, 'image', { ...broken, name: 'IMG_2.HEIC', mimeType: 'image/heic' });
    await alert.getByText('This photo won’t open.').waitFor();
    await choose(page, 'image', { ...broken, mimeType: 'application/pdf' });
    await alert.getByText('This isn’t a picture.').waitFor();
    await choose(page, 'video', { ...broken, mimeType: 'video/mp4' });
    await alert.getByText('This video won’t open.').waitFor();
    await choose(page, 'video', { name: 'a.mp4', mimeType: 'video/mp4', buffer: await film({ seconds: 120 }) });
    await alert.getByText('Choose a video under 2 minutes.').waitFor();
    expect(await statesOf(product, device)).toEqual([]);
    expect(complaints).toEqual([]);
    await device.context.close();
  });

  it('takes a photo with the camera of a computer, and turns it off', async () => {
    const device = await posting(product, 7, { language: 'en', width: 'desktop' });
    const { page, context, complaints } = device;
    await page.getByRole('button', { name: 'Take a photo' }).click();
    const sheet = page.getByRole('dialog', { name: 'Take a photo' });
    const stream = await sheet.locator('video').evaluateHandle((video: HTMLVideoElement) => video.srcObject);
    await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('.camera video')?.videoWidth ?? 0) > 0);
    expect(await faults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Take a photo' }).click();
    await page.locator('img.posting-work').waitFor();
    const isOn = await stream.evaluate((one) => one instanceof MediaStream && one.active);
    expect([isOn, await sheet.count()]).toEqual([false, 0]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('takes a voice without a page of the book, by keys alone, and keeps it over a reload until it is sent', async () => {
    const device = await posting(product, 5, { language: 'en', width: 'phone' });
    const { page, context, complaints } = device;
    await page.clock.install();
    await page.reload();
    await page.evaluate(steadyVoice);
    await page.locator(speakButton).focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Speak' });
    await sheet.getByText('Up to 3 minutes.').waitFor();
    await speak(page);
    await deskAt(page, 'made').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.classList.contains('record-desk') ?? false))
      .toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await page.locator(speakButton).evaluate((one) => one === document.activeElement)).toBe(true);
    const [first = 0, second = 0] = await waitingFile(page);
    expect([first, second & 0xe0], 'an MP3').toEqual([0xff, 0xe0]);

    await page.reload();
    await page.locator(speakButton).click();
    await sheet.getByText('Your last recording is still here.').waitFor();
    await sheet.getByRole('button', { name: 'Send' }).click();
    await deskAt(page, 'sent').waitFor(made);
    expect(await statesOf(product, device)).toEqual(['pending']);
    expect(await faults(page)).toEqual([]);
    await sheet.getByRole('link', { name: 'Go to the wall' }).click();
    await page.locator('.post').first().locator('.post-voice').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('makes a film small on the device and sends it with its title', async () => {
    const device = await posting(product, 8, { language: 'en', width: 'desktop' });
    const { page, context, complaints } = device;
    // A tap, without which no browser makes a sound.
    await page.locator('.posting-ask').click();
    const buffer = await phoneFilm(await recordedFilm(page), fileMaximum);
    await choose(page, 'video', { name: 'IMG_3.MOV', mimeType: 'video/quicktime', buffer });
    await page.locator('video.posting-work').waitFor(made);
    await page.getByLabel('What is your video called?').fill('My song');
    expect(await faults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await page.locator('.posting-send').click();
    await page.getByRole('alert').waitFor();
    const sent = await waitingFile(page);
    expect(sent.length).toBeLessThan(fileMaximum / 2);
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(sent) });
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    expect([await picture?.getDisplayWidth(), await picture?.getDisplayHeight()]).toEqual([360, 640]);
    expect(await picture?.getRotation()).toBe(0);
    expect(await sound?.getCodec()).toMatch(/^(aac|opus)$/);
    await context.setOffline(false);
    await page.locator('.posting-arrived').waitFor(made);
    expect(await statesOf(product, device)).toEqual(['pending']);
    await page.locator('.posting-desk a').click();
    const first = page.locator('.post').first();
    await first.getByText('My song').waitFor();
    await first.locator('.post-film').waitFor();
    await context.close();
  });

  it('keeps a film’s sound where the browser makes pictures and no sound, as Safari before 26', async () => {
    const device = await posting(product, 9, { language: 'en', width: 'desktop' });
    const { page, context, complaints } = device;
    // A tap, without which no browser makes a sound.
    await page.locator('.posting-ask').click();
    const buffer = await phoneFilm(await withAac(await recordedFilm(page)), fileMaximum);
    const film = { name: 'IMG_4.MOV', mimeType: 'video/quicktime', buffer };
    await page.evaluate(() => {
      for (const name of ['AudioDecoder', 'AudioEncoder']) Reflect.deleteProperty(window, name);
    });
    await choose(page, 'video', film);
    await page.locator('video.posting-work').waitFor(made);
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await page.locator('.posting-send').click();
    await page.getByRole('alert').waitFor();
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await waitingFile(page)) });
    expect(await (await input.getPrimaryVideoTrack())?.getCodec()).toBe('avc');
    expect(await (await input.getPrimaryAudioTrack())?.getCodec()).toBe('aac');
    await context.setOffline(false);
    await page.locator('.posting-arrived').waitFor(made);
    await context.close();
  });
});
