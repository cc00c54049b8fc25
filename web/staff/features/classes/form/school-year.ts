export interface SchoolYearDates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The Japanese school year (1 April to 31 March) that a class made today is for: the running one,
 * and from January on the coming one, which is when next year's classes are prepared.
 */
export function schoolYearFor(today: string): SchoolYearDates {
  const year = Number(today.slice(0, 4));
  return { startDate: `${year}-04-01`, endDate: `${year + 1}-03-31` };
}

/** The school year, by the year it begins in, that a day is in. */
export const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);

/** The school year that ends next. In April and May, the previous year is more likely, as it may not be turned yet. */
export const endingYear = (today: string): number =>
  schoolYearOf(today) - (['04', '05'].includes(today.slice(5, 7)) ? 1 : 0);

const yearsBack = 5;

/** The school years of the filter, the next year first. Adds the year from the URL if it is missing. */
export function yearsToChoose(today: string, chosen: string | undefined): readonly string[] {
  const next = schoolYearOf(today) + 1;
  const years = Array.from({ length: yearsBack + 2 }, (_, back) => String(next - back));
  return chosen === undefined || years.includes(chosen) ? years : [...years, chosen];
}

/** The year in a URL parameter; nothing when the text is no year. */
export function yearIn(text: string | undefined): number | null {
  const year = Number(text);
  return Number.isInteger(year) && year >= 1900 && year <= 2200 ? year : null;
}
