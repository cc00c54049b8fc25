import type { Browser, BrowserContext, Page } from 'playwright-core';
import { slowDown } from './slow-device.ts';
import { watchWaterfall } from './waterfall.ts';

/** What one visit with a cold cache cost. Bytes are those of the files on the wire, compressed; headers are not among them. */
export interface PageWeight {
  readonly requests: number;
  readonly script: number;
  readonly style: number;
  readonly font: number;
  readonly image: number;
  /** Words, answers of the gateway, sounds and the page itself. */
  readonly other: number;
  /** Milliseconds from the navigation to the element that says the page can be used. */
  readonly usable: number;
  /** Calls of the gateway that had to wait for each other in a row. */
  readonly depth: number;
  readonly urls: readonly string[];
}

export interface Visit {
  readonly url: string;
  /** What can be tapped when the page is usable. */
  readonly usable: string;
  /** On a school's bad day (slow-device.ts). */
  readonly slow?: boolean;
  /** What a device that was here before remembers. */
  readonly remembered?: (context: BrowserContext) => Promise<unknown>;
}

type Kind = 'script' | 'style' | 'font' | 'image' | 'other';

/** Opens a page as a device that has never been here. */
export async function weighPage(browser: Browser, visit: Visit): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' });
  context.setDefaultTimeout(90_000);
  await visit.remembered?.(context);
  const weight = await weighVisit(await context.newPage(), visit);
  await context.close();
  return weight;
}

/** Opens an address in a page that has shown nothing yet. */
export async function weighVisit(page: Page, visit: Visit): Promise<PageWeight> {
  const traffic = await countTraffic(page, visit.slow ?? false);
  const depth = watchWaterfall(page);
  const start = performance.now();
  await page.goto(visit.url, { waitUntil: 'commit' });
  await page.locator(visit.usable).first().click({ trial: true });
  const usable = Math.round(performance.now() - start);
  await page.waitForLoadState('networkidle');
  return { ...traffic(), usable, depth: depth() };
}

async function countTraffic(page: Page, slow: boolean): Promise<() => Omit<PageWeight, 'usable' | 'depth'>> {
  const devtools = await page.context().newCDPSession(page);
  const started = new Map<string, { url: string; kind: Kind }>();
  const bytes: Record<Kind, number> = { script: 0, style: 0, font: 0, image: 0, other: 0 };
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    started.set(requestId, { url: response.url, kind: kindOf(type) });
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytes[started.get(requestId)?.kind ?? 'other'] += encodedDataLength;
  });
  await devtools.send('Network.enable');
  if (slow) await slowDown(devtools);
  return () => ({ requests: started.size, ...bytes, urls: [...started.values()].map(({ url }) => url) });
}

function kindOf(type: string): Kind {
  const kinds: Partial<Record<string, Kind>> = { Script: 'script', Stylesheet: 'style', Font: 'font', Image: 'image' };
  return kinds[type] ?? 'other';
}
