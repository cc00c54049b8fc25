import { and, gte, isNull, ne, type Placeholder, type SQL } from 'drizzle-orm';
import { ownClasses, type Viewer } from '#api/domains/schools/scope.ts';
import { classes } from '#api/ground/db/schema.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';

/** The classes that a member of staff may see; part of every staff query of classes. */
export function visibleTo(caller: Viewer): SQL | undefined {
  return and(isNull(classes.deletedAt), ownClasses(caller));
}

/** Whether a class is completed: staff made it inactive, or its last day is over. */
export function isCompleted(found: { status: ClassStatus; endDate: string }, today: string): boolean {
  return found.status === ClassStatus.INACTIVE || found.endDate < today;
}

/** The classes that are not completed, for queries. */
export const isRunning = (today: Placeholder): SQL | undefined =>
  and(ne(classes.status, ClassStatus.INACTIVE), gte(classes.endDate, today));
