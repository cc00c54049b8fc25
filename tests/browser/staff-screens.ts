import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Role } from '#schema/access.ts';

export type Act = (page: Page) => Promise<unknown>;

/** A staff screen by its address, and the states that it gets into one after the other. */
export interface StaffScreen {
  readonly path: string;
  /** Somebody signed in, unless it is nobody. */
  readonly role?: Role | 'nobody';
  /** Its device has what the oldest browsers lack, as the full screen. */
  readonly newer?: boolean;
  /** What is there when the screen is. */
  readonly shows: string;
  /** What operations of the page meet on their way. */
  readonly meets?: Readonly<Record<string, Weather>>;
  readonly states?: Readonly<Record<string, Act>>;
}

type Weather = (route: Route, page: Page) => Promise<unknown>;

/** Presses the first that fits and waits for what it brings. */
export const opened = (button: string, shows: string) => async (page: Page) => {
  await page.locator(button).first().click();
  await page.locator(shows).first().waitFor();
};

/** Leaves what is open by Escape, which a dialog hears when it has the focus, and opens another thing instead. */
export const instead = (open: string, next: Act) => async (page: Page) => {
  const left = async () => {
    await page.keyboard.press('Escape');
    return page.locator(open).count();
  };
  await expect.poll(left).toBe(0);
  await next(page);
};

/** Sends a form as it stands, whose rules refuse it. */
export const refused =
  (form = '.form-buttons button[type=submit]') =>
  async (page: Page) => {
    await page.locator(form).first().click();
    await page.locator('.field-problem:not(:empty)').first().waitFor();
  };

const waiting = new WeakMap<Page, (() => void)[]>();

/** An answer that does not come, until it is lost. */
export const held = {
  meets: async (route: Route, page: Page) => {
    await new Promise<void>((release) => waiting.set(page, [...(waiting.get(page) ?? []), release]));
    await route.abort();
  },
  lost: (shows: string) => async (page: Page) => {
    for (const release of waiting.get(page) ?? []) release();
    await page.locator(shows).first().waitFor();
  },
};

/** The answer is one of nothing. */
export const emptied: Weather = async (route) => {
  const response = await route.fetch();
  const { data, ...rest } = z
    .object({ data: z.record(z.string(), z.looseObject({ items: z.array(z.unknown()) })) })
    .loose()
    .parse(await response.json());
  const nothing = Object.entries(data).map(([name, page]) => [name, { ...page, items: [], totalCount: 0 }]);
  await route.fulfill({ response, json: { ...rest, data: Object.fromEntries(nothing) as unknown } });
};

/** The answer is a refusal. */
export const forbidden: Weather = (route) =>
  route.fulfill({
    json: { data: null, errors: [{ message: 'Forbidden', extensions: { code: 'FORBIDDEN', status: 403 } }] },
  });

/** Lets operations of the page meet what is given, and no others. */
export async function meet(page: Page, meets: Readonly<Record<string, Weather>>): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (Object.keys(meets).length === 0) return;
  await page.route('**/graphql', async (route) => {
    const [, operation = ''] = /"operationName":"(\w+)"/.exec(route.request().postData() ?? '') ?? [];
    await (meets[operation]?.(route, page) ?? route.continue());
  });
}

/** A list whose answer has no rows. */
export const emptyOf = (path: string, operation: string): StaffScreen => ({
  ...{ path, shows: '.list-state' },
  meets: { [operation]: emptied },
});

/** The states of a list. The lists share all but their empty state, so one list shows them for all. */
export const listStates = (path: string, operation: string): readonly StaffScreen[] => [
  {
    ...{ path, shows: '.list-skeleton', meets: { [operation]: held.meets } },
    states: { 'without an answer': held.lost('.list-state') },
  },
  emptyOf(path, operation),
  { path: `${path}?search=nobody-is-called-so`, shows: '.list-state' },
];
