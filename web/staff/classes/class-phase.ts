/** Where a class stands in its school year, as seen on a day. */
export type ClassPhase =
  | { readonly kind: 'startsIn' | 'endsIn'; readonly days: number }
  | { readonly kind: 'running' | 'endsToday' | 'ended' };

const dayLength = 86_400_000;
/** The end is worth a word when it is this near. */
const nearDays = 60;

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

interface SchoolYear {
  readonly startDate: string;
  readonly endDate: string;
}

export function classPhase({ startDate, endDate }: SchoolYear, today: string): ClassPhase {
  if (today > endDate) return { kind: 'ended' };
  if (today === endDate) return { kind: 'endsToday' };
  if (today < startDate) return { kind: 'startsIn', days: daysBetween(today, startDate) };
  const days = daysBetween(today, endDate);
  return days <= nearDays ? { kind: 'endsIn', days } : { kind: 'running' };
}
