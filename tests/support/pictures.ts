import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until all pictures that are found are there: they have their place on the page before they have come. */
export async function drawn(pictures: Locator): Promise<void> {
  const areDrawn = () =>
    pictures.evaluateAll(
      (all) =>
        all.length > 0 && all.every((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
    );
  await expect.poll(areDrawn).toBe(true);
}
