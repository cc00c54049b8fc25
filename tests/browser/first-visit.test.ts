import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { childWhoMade, hold } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

/** The most JavaScript of a first visit, in kB as it is sent. */
const most = 170;

/** Counts the scripts that a page loads, in kB as they are sent: compressed, without headers. */
async function countScripts(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  // Rounded as in `npm run bench:web`: names of files, which change with each build, move a few bytes.
  return () => Math.round(bytes / 100) / 10;
}

const visits = [
  { who: 'nobody whom the device knows', shows: '.profile-tile', language: 'en' },
  { who: 'nobody whom the device knows', shows: '.profile-tile', language: 'jp' },
  { who: 'a child', shows: '.next-unit', language: 'en' },
  { who: 'a child', shows: '.next-unit', language: 'jp' },
] as const;

it.each(visits)('a first visit to a class by $who brings at most 170 kB of JavaScript, in $language', async (visit) => {
  const child = await childWhoMade(product, 'My house');
  const device = await product.browser.device({ width: 'phone', language: visit.language });
  if (visit.who === 'a child') await hold(product, device, child);
  const kilobytesOf = await countScripts(device.page);
  await device.page.goto(`${product.world.url}/student/class/${child.classCode}`);
  await device.page.locator(visit.shows).first().waitFor();
  await device.page.waitForLoadState('networkidle');
  expect(kilobytesOf()).toBeGreaterThan(most / 2);
  expect(kilobytesOf()).toBeLessThanOrEqual(most);
  await device.context.close();
});
