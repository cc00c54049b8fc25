import type { Page } from 'playwright-core';
import { dayFromNow } from '#tests/support/teaching.ts';
import { schoolYearOf } from '#web/staff/features/classes/form/school-year.ts';

/**
 * Shows the classes of the running school year among those to turn, where the demo school's classes with children are. In
 * April and May the page begins with those of the year before.
 */
export async function showRunningYear(page: Page): Promise<void> {
  const year = String(schoolYearOf(dayFromNow(0)));
  await page.getByRole('combobox', { name: 'School year', exact: true }).selectOption(year);
  // Those of the year before stay until these have come: their class of this name has its year behind it.
  await page.getByRole('checkbox', { name: /^Class 4B \d+ students/ }).waitFor();
}
