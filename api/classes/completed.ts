import { ClassStatus } from '#schema/rest/enumerations.ts';

/** A class has run its course when staff made it inactive or its last day has passed. */
export function isCompleted(found: { status: ClassStatus; endDate: string }, today: string): boolean {
  return found.status === ClassStatus.INACTIVE || found.endDate < today;
}
