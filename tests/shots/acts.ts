import type { Page } from 'playwright-core';

/** Submits the form of the page. */
export const send = (page: Page) => page.locator('main form button[type=submit]').first().click();

/** Opens the actions of the first row. */
export const menu = (page: Page) => page.locator('.actions-cell .dropdown-button').first().click();
