import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { ownNextBuild } from '#tests/support/next-build.ts';
import { patience } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking } from '#tests/support/speaking.ts';

const product = startProduct();
const next = ownNextBuild(product);

const isInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 4 * patience,
  });

it('records for the first time without a network on a device that keeps the app', async () => {
  const { page, context } = await speaking(product, { language: 'en', installed: true });
  // The page waits a while before it installs the app.
  await page.clock.runFor(3_000);
  await isInstalled(page);
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await context.setOffline(true);
  // A service worker's own requests still reach the server, which has none of this build's files.
  await next.serve();
  await speak(page);
  await deskAt(page, 'made').waitFor();
  await context.close();
});
