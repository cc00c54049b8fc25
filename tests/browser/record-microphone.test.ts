import { describe, expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { countDown, deskAt, speak, speaking, speakTooShort, startSpeaking } from '#tests/support/speaking.ts';
import { flaws } from '#tests/support/staff-device.ts';

const product = startProduct();

/** A microphone that is covered: it is on, and silent. */
function coverMicrophone(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    await context.resume();
    return context.createMediaStreamDestination().stream;
  };
}

/** The page tells whether the microphone that it asked for last is on. */
function tellMicrophone(): void {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let latest: MediaStreamTrack | undefined;
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    [latest] = stream.getAudioTracks();
    return stream;
  };
  setInterval(() => (document.documentElement.dataset.track = latest?.readyState), 20);
}

describe('the microphone', () => {
  it('says kindly that a microphone is locked, missing or busy, or that nothing can record', async () => {
    const { page, context } = await speaking(product, { microphone: false, width: 'phone', language: 'en' });
    for (const [mood, title, error] of [
      ['refused', 'The microphone is locked', undefined],
      ['missing', 'We can’t find a microphone', 'NotFoundError'],
      ['busy', 'The microphone is busy', 'NotReadableError'],
      ['unsupported', 'We can’t record here', 'TypeError'],
    ] as const) {
      if (error === 'TypeError')
        await page.evaluate(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined }));
      else if (error !== undefined)
        await page.evaluate((name) => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name));
        }, error);
      await page.locator('.record-button').click();
      await page.getByText(title).waitFor();
      await page.locator(`.microphone-picture[data-mood=${mood}]`).waitFor();
      expect(await page.locator('.record-button').count(), mood).toBe(mood === 'unsupported' ? 0 : 1);
    }
    await context.close();
  });

  it('answers a stop after a moment, a voice that nobody hears, and is for practising where no class is known', async () => {
    const { page, context } = await speaking(product, {
      withoutClass: true,
      before: () => localStorage.removeItem('profiles'),
    });
    await page.evaluate(coverMicrophone);
    await speakTooShort(page);
    await page.getByText('So quick!').waitFor();
    await speak(page);
    await page.getByText('Come closer and try again.').waitFor();
    await page.getByText('Choose who you are to send.').waitFor();
    expect(await page.locator('.record-send').count()).toBe(0);
    expect(await flaws(page)).toEqual([]);

    // The first name on the device brings nobody's recording along.
    await page.getByRole('link', { name: 'Who is speaking?' }).click();
    await page.locator('.profile-tile-add').click();
    await page.locator('.add-profile input').first().fill('Hana');
    await page.locator('.add-profile [type=submit]').click();
    await deskAt(page, 'made').waitFor();
    await page.locator('.record-hear-mine').waitFor();
    await context.close();
  });

  it('turns the microphone off when the page is hidden or left, and keeps what was said', async () => {
    const { page, context } = await speaking(product, { before: tellMicrophone });
    const isOff = () => page.locator('html[data-track=ended]').waitFor();
    const isHeard = async () => {
      await page.locator('html[data-track=live]').waitFor();
      await page.locator('.record-time:not([aria-label^="0 "])').waitFor();
    };
    await startSpeaking(page);
    await isHeard();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    });
    await isOff();
    await deskAt(page, 'made').waitFor();

    await page.getByRole('button', { name: 'Record again' }).click();
    await countDown(page);
    await isHeard();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/student/unit-detail?*');
    await isOff();
    await context.close();
  });
});
