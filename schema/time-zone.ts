/** Whether a text names a time zone of the IANA database. PostgreSQL and Node read short names such as IST as different zones. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
}

/**
 * Makes the function that converts a time in a zone to its instant. The function takes the time as if it were UTC, in
 * milliseconds. Without a zone, the time is in this machine's zone.
 */
export function instantsIn(timeZone: string | undefined): (time: number) => Date {
  // Swedish writes dates the way ISO does.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (instant: number) => Date.parse(`${local.format(instant).replace(' ', 'T')}Z`) - instant;
  // The first offset is a guess: the zone's clocks may change between the guess and the instant.
  return (time) => new Date(time - offsetAt(time - offsetAt(time)));
}
