import { and, gte, isNull, ne, type Placeholder, type SQL } from 'drizzle-orm';
import { ownClasses } from '#api/domains/schools/scope.ts';
import { classes } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';

/** The classes that a member of staff may see; part of every staff query of classes. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(classes.deletedAt), ownClasses(caller));
}

/** Whether a class is completed: staff made it inactive, or its last day is over. */
export function isCompleted(found: { status: ClassStatus; endDate: string }, today: string): boolean {
  return found.status === ClassStatus.INACTIVE || found.endDate < today;
}

/** The classes that are not completed, for queries. */
export const isRunning = (today: Placeholder): SQL | undefined =>
  and(ne(classes.status, ClassStatus.INACTIVE), gte(classes.endDate, today));
