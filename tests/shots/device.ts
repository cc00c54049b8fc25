import type { Browser, BrowserContext, Page } from 'playwright-core';
import { localeOf } from '#schema/languages.ts';
import { patience } from '#tests/support/patience.ts';
import { signIn } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import type { Place } from './place.ts';
import type { Shot } from './shot.ts';

export interface View {
  readonly language: 'en' | 'jp';
  readonly width: 390 | 1280;
}

export const views: readonly View[] = [
  { language: 'en', width: 390 },
  { language: 'en', width: 1280 },
  { language: 'jp', width: 390 },
  { language: 'jp', width: 1280 },
];

interface DeviceOf {
  readonly world: World;
  readonly browser: Browser;
  readonly place: Place;
  readonly as: Shot['as'];
  readonly view: View;
}

/** A device of somebody's own, signed in; what its pages complain of is gathered. */
export async function openDevice({ world, browser, place, as, view }: DeviceOf) {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.width === 390 ? 844 : 800 },
    hasTouch: view.width === 390,
    locale: localeOf(view.language),
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patience);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (event) => complaints.push(event.error().message));
  await holdWhoLooks(context, { world, place, as });
  return { context, page: await context.newPage(), complaints };
}

/** Holds whoever looks at the screens, as the app keeps them. */
export async function holdWhoLooks(
  context: BrowserContext,
  { world, place, as }: Pick<DeviceOf, 'world' | 'place' | 'as'>,
): Promise<void> {
  if (as === 'Child') {
    await context.addInitScript((child) => {
      if (location.protocol === 'about:') return;
      localStorage.setItem('profiles', JSON.stringify([{ ...child, animal: 'cat', classIds: [], place: null }]));
      sessionStorage.setItem('student', JSON.stringify({ info: { id: child.id }, previousInfo: null }));
    }, place.child);
  } else if (as !== 'Nobody') {
    // Once: later pages keep the pair that was renewed.
    const info = await signIn(world, as);
    await context.addInitScript((held) => {
      if (location.protocol === 'about:' || localStorage.getItem('loginInfo') !== null) return;
      localStorage.setItem('loginInfo', JSON.stringify(held));
    }, info);
  }
}

/** Waits until the screen is there and nothing is on its way any more: no request, no grey row, no letter in another font. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.bp6-skeleton, .bp6-spinner') === null);
  await page.evaluate(() => document.fonts.ready);
}
