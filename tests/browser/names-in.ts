import type { Page } from 'playwright-core';

/** The links of a list's rows, from the first to the last. */
export const namesIn = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole('list', { name: list, exact: true })
    .locator('> li > .unit-line a, > li > .content-line a')
    .allInnerTexts();
