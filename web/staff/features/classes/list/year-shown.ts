import { schoolYearOf, yearIn } from '#web/staff/features/classes/form/school-year.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import type { ListState } from '#web/staff/ui/lists/list-state.ts';

/** The year filter's value for classes of every school year. */
export const everyYear = 'all';

/**
 * The school year that the class list shows: the chosen one. The plain list shows the current one; a search or another
 * filter looks in every year.
 */
export function yearShown({ search, filters }: Pick<ListState<never, string>, 'search' | 'filters'>): string {
  const { year, ...others } = filters;
  // An invalid `year` in the address is ignored.
  if (year !== undefined && (year === everyYear || yearIn(year) !== null)) return year;
  const isPlain = search === '' && Object.keys(others).length === 0;
  return isPlain ? String(schoolYearOf(schoolToday())) : everyYear;
}
