/** The same day `years` later, as PostgreSQL counts it: 29 February falls back to the 28th. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year + years, month - 1, Math.min(date, lastOfMonth)));
  return moved.toISOString().slice(0, 10);
}
