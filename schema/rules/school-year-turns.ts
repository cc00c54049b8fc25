import { addYears } from './calendar.ts';

/** The most classes of one turn. */
export const classesTurnedAtOnce = 100;

/** The most children in the classes of one turn. */
export const childrenTurnedAtOnce = 4000;

/** The most children of one turn who go elsewhere than their class: more do not fit into a request. */
export const childrenMovedAtOnce = 2000;

/** The school year (1 April to 31 March) after the one in which a class ends. */
export function nextSchoolYear(endDate: string): { readonly startDate: string; readonly endDate: string } {
  const isBeforeApril = endDate.slice(5) < '04-01';
  const startDate = addYears(`${endDate.slice(0, 4)}-04-01`, isBeforeApril ? 0 : 1);
  return { startDate, endDate: addYears(`${startDate.slice(0, 4)}-03-31`, 1) };
}
