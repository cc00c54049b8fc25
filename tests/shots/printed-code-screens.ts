import type { Page } from 'playwright-core';
import type { Shot } from './shot.ts';

const asked = (page: Page) => page.locator('[role=alertdialog]').waitFor();

/** Chooses from the menu of the page's head, by its place in the menu. */
const fromMenu = (nth: number) => async (page: Page) => {
  await page.locator('main .dropdown-button').first().click();
  await page.locator('[role=menuitem]').nth(nth).click();
};

/** What is said before printed codes stop opening. */
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
  {
    name: 'content-replace-code',
    route: 'contentDetail',
    url: ({ contentId }) => `/contents/${contentId}`,
    as: 'Administrator',
    then: async (page) => {
      await fromMenu(0)(page);
      await asked(page);
    },
  },
  {
    name: 'content-delete',
    route: 'contentDetail',
    url: ({ contentId }) => `/contents/${contentId}`,
    as: 'Administrator',
    then: async (page) => {
      await fromMenu(1)(page);
      await asked(page);
    },
  },
];
