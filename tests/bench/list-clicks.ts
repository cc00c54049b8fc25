import type { Locator, Page } from 'playwright-core';
import { openDevice } from '#tests/shots/device.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import type { School } from './staff-screens.ts';
import { watchWaterfall } from './waterfall.ts';

/** Milliseconds from a click on a list to the next paint, of 95 in 100; and calls in a row before the class list shows. */
export const listLimits = { 'p95 of a click ms': 100, 'round trips after sign-in': 1 } as const;

const rounds = 5;

/** Keeps the time to the next paint of each interaction, as the browser measures it for INP. */
const watchClicks = (): void => {
  const durations: Record<string, number> = {};
  Object.assign(globalThis, { clickDurations: durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry;
      if (interactionId > 0) durations[interactionId] = Math.max(durations[interactionId] ?? 0, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
};

/** Sorts, turns pages and filters each list; the browser measures each click or key until its paint. */
export async function timeListClicks({ world, browser, place }: School): Promise<Record<string, number>> {
  const view = { language: 'en', width: 1280 } as const;
  const { context, page } = await openDevice({ world, browser, place, as: 'Administrator', view });
  context.setDefaultTimeout(90_000);
  await context.addInitScript(watchClicks);
  const durations: number[] = [];
  for (const path of ['/users', '/classes', '/textbooks']) {
    await page.goto(new URL(path, world.url).href);
    await settled(page);
    const sorts = page.locator('.list-table thead button');
    const pages = page.locator('.pagination button');
    for (let round = 0; round < rounds; round += 1) {
      await press(page, sorts.nth(round % Math.max(1, await sorts.count())));
      await press(page, pages.last());
      await press(page, pages.first());
      await nextChoice(page, round < rounds - 1 ? 'ArrowDown' : 'Home');
    }
    durations.push(...(await measured(page)));
  }
  await context.close();
  durations.sort((one, other) => one - other);
  return {
    // The browser leaves out those that are painted within 16 ms.
    'clicks of 16 ms and more': durations.length,
    'p50 of a click ms': Math.round(durations[Math.floor(durations.length / 2)] ?? NaN),
    'p95 of a click ms': Math.round(durations[Math.floor(durations.length * 0.95)] ?? NaN),
  };
}

/** Chooses another value of the first filter, by a key, since the browser's own list of choices is no part of the page. */
async function nextChoice(page: Page, key: 'ArrowDown' | 'Home'): Promise<void> {
  const filter = page.locator('.filter select').first();
  if ((await filter.count()) === 0) return;
  await filter.focus();
  await page.keyboard.press(key);
  await page.waitForLoadState('networkidle');
}

async function press(page: Page, button: Locator): Promise<void> {
  if ((await button.count()) === 0 || (await button.isDisabled())) return;
  await button.click();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator('.list-table tbody tr, .list-state').first().waitFor();
  await page.waitForLoadState('networkidle');
}

const measured = (page: Page) =>
  page.evaluate(() => Object.values(Reflect.get(globalThis, 'clickDurations') as Record<string, number>));

/** The calls of the gateway that wait for each other between a teacher's sign-in and the rows of the class list. */
export async function roundTripsToClasses({ world, browser }: Pick<School, 'world' | 'browser'>): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(new URL('/classes', world.url).href);
  await page.getByLabel('Email or username').fill(demoEmail.Teacher);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  const signedIn = page.waitForResponse(
    (response) => response.url().endsWith('/graphql') && response.request().postData()?.includes('"Login"') === true,
  );
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signedIn;
  const depth = watchWaterfall(page);
  await page.locator('.list-table tbody tr').first().waitFor();
  const found = depth();
  await context.close();
  return found;
}
