import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { film } from '#tests/support/media-samples.ts';
import { ownNextBuild } from '#tests/support/next-build.ts';
import { choose, posting } from '#tests/support/posting.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking } from '#tests/support/speaking.ts';

const product = startProduct();
const next = ownNextBuild(product);

/** In a page: tells when the recorder's worklet has come. */
function tellWorklet(): void {
  const tell = (files: PerformanceObserverEntryList) => {
    if (files.getEntries().some(({ name }) => name.includes('sample-tap')))
      document.documentElement.dataset.worklet = 'loaded';
  };
  new PerformanceObserver(tell).observe({ type: 'resource', buffered: true });
}

/** Waits until nothing more comes: the page would reload for a part that is not there any more. */
async function hasAllParts(page: Page): Promise<void> {
  let parts = 0;
  const isQuiet = async () => {
    const before = parts;
    parts = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return parts === before;
  };
  await expect.poll(isQuiet, { interval: 2_000 }).toBe(true);
}

describe('a page that stays open while the server gets a new build', () => {
  it('records for the first time', async () => {
    const { page, context } = await speaking(product, { language: 'en', before: tellWorklet });
    await page.locator('html[data-worklet=loaded]').waitFor();
    await hasAllParts(page);
    await next.serve();
    await speak(page);
    await deskAt(page, 'made').waitFor();
    await context.close();
  });

  it('reads a video, and does not reload', async () => {
    const { page, context } = await posting(product, 7, { language: 'en', width: 'desktop' });
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('make-video')),
    );
    await hasAllParts(page);
    await page.evaluate(() => (document.documentElement.dataset.page = 'old'));
    await next.serve();
    const buffer = await film({ seconds: 120 });
    await choose(page, 'video', { name: 'a.mp4', mimeType: 'video/mp4', buffer });
    await page.getByRole('alert').getByText('Choose a video under 2 minutes.').waitFor();
    expect(await page.locator('html[data-page=old]').count()).toBe(1);
    await context.close();
  });
});
