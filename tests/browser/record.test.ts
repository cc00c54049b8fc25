import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { patience } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking, spoken, statesOf, stopAfter, type Speaking } from '#tests/support/speaking.ts';

const product = startProduct();

/** A sound is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };

const hears = (page: Page) =>
  page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && audio.currentTime > 0.1 && audio.error === null;
  });

async function isWhole({ page, complaints }: Speaking): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const small = await page
    .locator('.record-desk .button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect()).filter(({ width, height }) => width < 64 || height < 64),
    );
  expect(small).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

describe('a page for speaking', () => {
  it.each([
    ['en', 'tablet', 1],
    ['jp', 'phone', 2],
    ['jp', 'desktop', 3],
  ] as const)('lets a child record, hear it and send it, in %s on a %s', async (language, width, child) => {
    const device = await speaking(product, { language, width, child });
    const { page } = device;
    const words = (en: string, jp: string) => page.getByText(language === 'en' ? en : jp).first();
    await deskAt(page, 'ready').waitFor();
    await isWhole(device);
    await page.locator('.record-hear-model').click();
    await hears(page);

    // By keys alone.
    await page.locator('.record-button').focus();
    await page.keyboard.press('Enter');
    await deskAt(page, 'counting').waitFor();
    expect(await page.evaluate(() => document.querySelector('audio')?.paused)).toBe(true);
    await deskAt(page, 'recording').waitFor();
    expect(await page.locator('.record-hear').count()).toBe(0);
    await page.locator('.record-level [data-lit]').first().waitFor();
    await page.locator('.record-time[aria-label*="2"]').first().waitFor();
    await page.keyboard.press('Enter');
    await deskAt(page, 'made').waitFor();
    await words('You did it!', 'よく できたね').waitFor();
    await page.locator('.record-hear-mine').click();
    await hears(page);
    await isWhole(device);

    expect(await statesOf(product, device.speaker)).toEqual([]);
    await page.locator('.record-send').click();
    await deskAt(page, 'sent').waitFor(made);
    await words('It is waiting for your teacher.', 'を まっています').waitFor();
    expect(await statesOf(product, device.speaker)).toEqual(['pending']);
    await isWhole(device);
    await page.locator('.record-made a').click();
    await page.waitForURL('**/student/community/list?class=*');
    const first = page.locator('.post').first();
    await first.locator('.post-flag[data-waiting]').waitFor();
    await first.locator('.post-voice button').click();
    await hears(page);
    expect(device.complaints).toEqual([]);
    await device.context.close();
  });

  it.each([
    ['MP4 alone', () => void (MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/mp4'))],
    ['WebM alone', () => void (MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/webm'))],
    ['both', () => void (MediaRecorder.isTypeSupported = () => true)],
    ['neither', () => void (MediaRecorder.isTypeSupported = () => false)],
    ['no recorder at all', () => void Reflect.deleteProperty(window, 'MediaRecorder')],
  ])('makes the same MP3 where the browser’s own recorder offers %s', async (_, before) => {
    const { page, complaints, context } = await speaking(product, { before });
    await speak(page, 1200);
    await deskAt(page, 'made').waitFor();
    await page.locator('.record-hear-mine').click();
    await hears(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['refused', 'The microphone is locked', undefined],
    ['missing', 'We cannot find a microphone', 'NotFoundError'],
    ['busy', 'The microphone is busy', 'NotReadableError'],
    ['unsupported', 'This browser cannot record', 'TypeError'],
  ] as const)('says kindly that the microphone is %s, and what to do', async (mood, title, error) => {
    const device = await speaking(product, { microphone: error !== undefined, width: 'phone', language: 'en' });
    const { page } = device;
    if (error === 'TypeError')
      await page.evaluate(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined }));
    else if (error !== undefined)
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name));
      }, error);
    await page.locator('.record-button').click();
    await page.getByText(title).waitFor();
    await page.locator(`.microphone-picture[data-mood=${mood}]`).waitFor();
    expect(await page.locator('.record-button').count()).toBe(mood === 'unsupported' ? 0 : 1);
    await isWhole(device);
    await device.context.close();
  });

  it('answers a stop after a moment, and a voice that nobody hears', async () => {
    const device = await speaking(product, {
      before: () => {
        // As a microphone that is covered: it is on, and silent.
        navigator.mediaDevices.getUserMedia = async () => {
          const context = new AudioContext();
          await context.resume();
          return context.createMediaStreamDestination().stream;
        };
      },
    });
    const { page } = device;
    await page.locator('.record-button').click();
    await stopAfter(page, 200);
    await page.getByText('quick as a mouse').waitFor();
    await speak(page, 1500);
    await page.getByText('We could not hear your voice').waitFor();
    await isWhole(device);
    await device.context.close();
  });

  it('finds the last recording again after a reload, even one in the middle of speaking, until it is taken away', async () => {
    const { page, complaints, context } = await speaking(product);
    await speak(page);
    await deskAt(page, 'made').waitFor();
    await page.reload();
    await page.getByText('Your last recording is still here.').waitFor();
    await page.locator('.record-hear-mine').click();
    await hears(page);

    await page.getByRole('button', { name: 'Record again' }).click();
    await deskAt(page, 'recording').waitFor();
    await page.waitForFunction(() => {
      const label = document.querySelector('.record-time')?.getAttribute('aria-label') ?? '';
      return Number.parseInt(label) >= 6;
    });
    await page.reload();
    await page.getByText('Your last recording is still here.').waitFor();

    await page.getByRole('button', { name: 'Take away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
    await deskAt(page, 'ready').waitFor();
    await page.reload();
    await deskAt(page, 'ready').waitFor();
    await spoken(page, 300);
    expect(await deskAt(page, 'ready').count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('turns the microphone off when the page is hidden or left, and keeps what was said', async () => {
    const { page, context } = await speaking(product, {
      before: () => {
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let latest: MediaStreamTrack | undefined;
        navigator.mediaDevices.getUserMedia = async (constraints) => {
          const stream = await ask(constraints);
          [latest] = stream.getAudioTracks();
          return stream;
        };
        setInterval(() => (document.documentElement.dataset.track = latest?.readyState), 20);
      },
    });
    const isOff = () => page.waitForFunction(() => document.documentElement.dataset.track === 'ended');
    await page.locator('.record-button').click();
    await deskAt(page, 'recording').waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.track === 'live');
    await page.locator('.record-time:not([aria-label^="0 "])').waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    });
    await isOff();
    await deskAt(page, 'made').waitFor();

    await page.getByRole('button', { name: 'Record again' }).click();
    await deskAt(page, 'recording').waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.track === 'live');
    await page.locator('.record-time:not([aria-label^="0 "])').waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/student/unit-detail?*');
    await isOff();
    await context.close();
  });

  it('is for practising where no class is known', async () => {
    const device = await speaking(product, { withoutClass: true, before: () => localStorage.removeItem('profiles') });
    const { page } = device;
    await speak(page);
    await page.getByText('This is for practising.').waitFor();
    expect(await page.locator('.record-send').count()).toBe(0);
    await isWhole(device);
    await device.context.close();
  });
});
