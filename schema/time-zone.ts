/** Whether a text names a time zone of the IANA database. PostgreSQL and Node read short names such as IST as different zones. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
}
