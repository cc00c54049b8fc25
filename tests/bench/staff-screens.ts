import type { Browser, BrowserContext } from 'playwright-core';
import { openDevice } from '#tests/shots/device.ts';
import type { Place } from '#tests/shots/place.ts';
import { shots } from '#tests/shots/screens.ts';
import type { Shot } from '#tests/shots/shot.ts';
import type { World } from '#tests/support/world.ts';
import { weighVisit, type PageWeight } from './page-weight.ts';

/** JavaScript and CSS of staff's first screen, and of each later one beside it, compressed, in kB (issue 5). */
export const staffBudget = { first: 400, later: 60 } as const;

/** Each screen once: its plain state, as the role that sees the most. */
const screens = shots.filter(
  ({ route, as, then }, index) =>
    as === 'Administrator' && !then && shots.findIndex((one) => one.route === route && one.as === as) === index,
);

const usable = 'main h1';

/** Milliseconds that a page may take on a machine that is busy with other things; it is measured, not judged. */
const patience = 90_000;

interface Measured {
  readonly cold: PageWeight;
  /** With what the first screen left in the browser's cache. */
  readonly later: PageWeight;
  readonly slow: PageWeight;
}

/** A world with a browser, in which everything that staff look at is there. */
export interface School {
  readonly world: World;
  readonly browser: Browser;
  readonly place: Place;
}

/** Weighs every staff screen: on a device that was never here, after the first screen, and on a bad line. */
export async function weighStaff({ world, browser, place }: School): Promise<ReadonlyMap<string, Measured>> {
  const measured = new Map<string, Measured>();
  for (const screen of screens) {
    measured.set(screen.name, {
      cold: await onDevice({ world, browser, place, screen }),
      later: await onDevice({ world, browser, place, screen, afterFirst: true }),
      slow: await onDevice({ world, browser, place, screen, slow: true }),
    });
  }
  return measured;
}

interface OnDevice extends School {
  readonly screen: Shot;
  readonly afterFirst?: boolean;
  readonly slow?: boolean;
}

async function onDevice({ world, browser, place, screen, afterFirst, slow = false }: OnDevice): Promise<PageWeight> {
  const view = { language: 'en', width: 1280 } as const;
  const { context, page } = await openDevice({ world, browser, place, as: screen.as, view });
  context.setDefaultTimeout(patience);
  if (afterFirst) {
    await page.goto(new URL('/users', world.url).href);
    await page.locator('.list-table').waitFor();
    await page.waitForLoadState('networkidle');
  }
  const weight = await weighVisit(await pageOf(context), {
    url: new URL(screen.url(place), world.url).href,
    usable,
    slow,
  });
  await context.close();
  return weight;
}

// A fresh page of the same browser: its cache, and none of what the first one has in memory.
const pageOf = (context: BrowserContext) => context.newPage();
