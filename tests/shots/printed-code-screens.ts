import type { Page } from 'playwright-core';
import type { Shot } from './shot.ts';

const asked = (page: Page) => page.locator('[role=alertdialog]').waitFor();

/** A content whose menu item, by its place in the menu, asks a question. */
const ofMenu = (name: string, nth: number): Shot => ({
  ...{ name, route: 'contentDetail', as: 'Administrator' },
  url: ({ contentId }) => `/contents/${contentId}`,
  then: async (page) => {
    await page.locator('main .dropdown-button').first().click();
    await page.locator('[role=menuitem]').nth(nth).click();
    await asked(page);
  },
});

/** The questions before printed codes stop opening. */
export const printedCodeShots: readonly Shot[] = [
  {
    name: 'unit-unpublish',
    route: 'lessonDetail',
    url: ({ unitId }) => `/units/${unitId}?edit`,
    as: 'Administrator',
    then: async (page) => {
      await page.locator('input[name=published]').press('Space');
      await page.locator('main form button[type=submit]').press('Enter');
      await asked(page);
    },
  },
  ofMenu('content-replace-code', 0),
  ofMenu('content-delete', 1),
];
