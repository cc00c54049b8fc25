import type { Browser, BrowserContext, Page } from 'playwright-core';
import { slowDown } from './slow-device.ts';

/** Milliseconds: the largest paint of a first visit on a slow 4G, and a tap's answer with a processor four times slower. */
export const limits = { 'largest paint ms': 1_800, 'tap ms': 100 } as const;

interface Visited {
  readonly url: string;
  /** What is tapped, in turn. */
  readonly taps: readonly string[];
  readonly remembered?: (context: BrowserContext) => Promise<unknown>;
}

/** Gathers what the browser itself says of paints and taps. */
const watch = (): void => {
  const durations = { paint: 0, tap: 0 };
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) durations.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.tap = Math.max(durations.tap, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
};

const durationOf = (page: Page, name: 'paint' | 'tap') =>
  page.evaluate<number, string>(
    (key) => Number(Reflect.get(Reflect.get(globalThis, 'durations') as object, key)),
    name,
  );

/** One first visit on a slow network with a slow processor, then taps. */
export async function visitSlowly(
  browser: Browser,
  { url, taps, remembered }: Visited,
): Promise<Record<keyof typeof limits, number>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' });
  context.setDefaultTimeout(60_000);
  await remembered?.(context);
  await context.addInitScript(watch);
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // The first touch ends the list of paints.
  const paint = await durationOf(page, 'paint');
  for (const tap of taps) {
    await page.locator(tap).first().tap();
    await page.waitForTimeout(1_000);
  }
  const tap = await durationOf(page, 'tap');
  await context.close();
  return { 'largest paint ms': Math.round(paint), 'tap ms': Math.round(tap) };
}
