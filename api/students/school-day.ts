import { ClassStatus } from '#schema/rest/enumerations.ts';

/** The calendar day at a moment, `2026-04-01`, where the school is. */
export function schoolDay(timeZone: string, at = new Date()): string {
  // Swedish writes dates the way ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** A class has run its course when staff made it inactive or its last day has passed. */
export function isCompleted(found: { status: ClassStatus; endDate: string }, today: string): boolean {
  return found.status === ClassStatus.INACTIVE || found.endDate < today;
}
