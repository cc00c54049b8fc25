import type { Page } from 'playwright-core';
import type { Act } from './staff-screens.ts';

/** Presses Escape in a dialog in which something was typed. */
export async function askedFirst(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[role=alertdialog]').waitFor();
}

/** Leaves what was typed in the dialog, as the question offers, and opens another thing instead. */
export const discarded = (open: string, next: Act) => async (page: Page) => {
  await page.locator('[role=alertdialog] button').last().click();
  await page.locator(open).waitFor({ state: 'detached' });
  await next(page);
};

/** Types into the input of this name. */
export const fill = (page: Page, name: string, text: string) => page.locator(`input[name=${name}]`).fill(text);
