import { today } from '#web/shared/i18n/days.ts';

let zone: string | undefined;

/** Tells where the school is. */
export function countDaysIn(timeZone: string): void {
  zone = timeZone;
}

/** Today where the school is, as `2026-04-01`; on this device while that is not known. */
export function schoolToday(now = new Date()): string {
  // Swedish writes dates the way ISO does.
  return zone === undefined ? today(now) : new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now);
}
