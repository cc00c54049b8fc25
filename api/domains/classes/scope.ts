import { and, asc, eq, gte, isNull, ne, type Placeholder, type SQL } from 'drizzle-orm';
import { ownClasses, taughtBy, type Viewer } from '#api/domains/schools/scope.ts';
import { todayAtSchool } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes } from '#api/ground/db/schema.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';

/** The classes that a member of staff may see; part of every staff query of classes. */
export function visibleTo(caller: Viewer): SQL | undefined {
  return and(isNull(classes.deletedAt), ownClasses(caller));
}

interface Ending {
  readonly status: ClassStatus;
  readonly endDate: string;
  /** The zone of the class's school: see `ownZone`. */
  readonly ownZone: string | null;
}

/** Whether a class is completed: staff made it inactive, or its last day is over; `timeZone` is the installation's. */
export function isCompleted({ status, endDate, ownZone }: Ending, timeZone: string): boolean {
  return status === ClassStatus.INACTIVE || endDate < schoolDay(ownZone ?? timeZone);
}

/** The classes that are not completed, for queries; `timeZone` is the installation's. */
export const isRunning = (timeZone: Placeholder | string): SQL | undefined =>
  and(ne(classes.status, ClassStatus.INACTIVE), gte(classes.endDate, todayAtSchool(timeZone)));

/**
 * Locks the classes that somebody teaches until the transaction ends, before that person is renamed. Call it before the
 * person's row is locked: a change of a class takes its locks in the same order, so the two cannot deadlock.
 */
export async function lockClassesTaughtBy(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: classes.id }).from(classes).where(taughtBy(userId)).orderBy(asc(classes.id)).for('update');
}

/** The same for the classes of a textbook, before the textbook is renamed. Call it before the textbook's row is locked. */
export async function lockClassesUsing(tx: Queryable, textbookId: string): Promise<void> {
  const ofTextBook = eq(classes.textbookId, textbookId);
  await tx.select({ id: classes.id }).from(classes).where(ofTextBook).orderBy(asc(classes.id)).for('no key update');
}
