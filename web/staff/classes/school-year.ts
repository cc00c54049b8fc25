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
