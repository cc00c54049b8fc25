/** The same day `years` later, as PostgreSQL counts it: 29 February falls back to the 28th. Nothing is after 9999. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // A year with five digits would not sort after the others.
  if (year + years > 9999) return '9999-12-31';
  // The calendar repeats after 400 years, and a Date takes a year below 100 for one of the last century.
  const lastOfMonth = new Date(Date.UTC(2000 + ((year + years) % 400), month, 0)).getUTCDate();
  const digits = (value: number, count: number) => String(value).padStart(count, '0');
  return [digits(year + years, 4), digits(month, 2), digits(Math.min(date, lastOfMonth), 2)].join('-');
}
