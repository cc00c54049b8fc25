import type { Page } from 'playwright-core';
import { openDevice } from '#tests/shots/device.ts';
import { fillSchool } from './school-data.ts';
import type { School } from './staff-screens.ts';

/** The school of issue 5 that every list must stay smooth in. */
const size = { users: 100_000, classes: 2_000 } as const;

const lists = {
  users: { path: '/users', word: '田中' },
  classes: { path: '/classes', word: 'さくら' },
  textbooks: { path: '/textbooks', word: 'Hello' },
  trash: { path: '/trash', word: '山田' },
  'audit log': { path: '/audit', word: 'aya' },
  'posts to check': { path: '/community-queue', word: undefined },
} as const;

/** Milliseconds from a deed to the rows on the screen; undefined for what the list does not have. */
export interface ListTimes {
  readonly opened: number;
  readonly sorted: number | undefined;
  readonly nextPage: number | undefined;
  readonly searched: number | undefined;
  /** The longest time for which the page answered nobody, over all of it. */
  readonly longestTask: number;
}

/** Fills the world's school, and uses each list in it as an administrator does. */
export async function timeBigLists({ world, browser, place }: School): Promise<ReadonlyMap<string, ListTimes>> {
  await fillSchool(world.databaseUrl, size);
  const view = { language: 'en', width: 1280 } as const;
  const { context, page } = await openDevice({ world, browser, place, as: 'Administrator', view });
  await context.addInitScript(() => {
    new PerformanceObserver((found) => {
      const longest = Math.max(...found.getEntries().map(({ duration }) => duration));
      const before = Number(document.documentElement.dataset['longestTask'] ?? 0);
      document.documentElement.dataset['longestTask'] = String(Math.max(before, longest));
    }).observe({ type: 'longtask', buffered: true });
  });
  const times = new Map<string, ListTimes>();
  // The first visit pays for the code.
  await page.goto(new URL('/users', world.url).href);
  await shown(page);
  for (const [name, list] of Object.entries(lists)) {
    times.set(name, await useList(page, new URL(list.path, world.url).href, list.word));
  }
  await context.close();
  return times;
}

async function useList(page: Page, url: string, word: string | undefined): Promise<ListTimes> {
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await shown(page);
  const opened = Math.round(performance.now() - start);
  const sort = page.locator('.list-table thead button').first();
  const next = page.locator('.pagination button:not([disabled])').last();
  const search = page.getByRole('searchbox');
  const sorted = await timeOf(page, sort, () => sort.click());
  const nextPage = await timeOf(page, next, () => next.click());
  const searched = word === undefined ? undefined : await timeOf(page, search, () => search.fill(word));
  const longestTask = await page.evaluate(() => Number(document.documentElement.dataset['longestTask'] ?? 0));
  return { opened, sorted, nextPage, searched, longestTask: Math.round(longestTask) };
}

/** From the deed over the gateway's answer to the rows. */
async function timeOf(
  page: Page,
  control: ReturnType<Page['locator']>,
  deed: () => Promise<void>,
): Promise<number | undefined> {
  if ((await control.count()) === 0) return undefined;
  const start = performance.now();
  const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  await deed();
  await answered;
  await shown(page);
  return Math.round(performance.now() - start);
}

/** The rows are there, nothing is on its way for them, and they have been painted. */
async function shown(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('main tbody tr, main article, main li, .list-state') !== null &&
      document.querySelector('main [aria-busy=true]') === null,
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
