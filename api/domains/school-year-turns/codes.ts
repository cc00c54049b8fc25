import { and, eq, lt, ne, or, type SQL } from 'drizzle-orm';
import { retryWithNewCode } from '#api/domains/classes/write.ts';
import { dayAtSchool, todayAtSchool } from '#api/domains/schools/zone.ts';
import { classes, schoolYearTurns } from '#api/ground/db/schema.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { isOver, moveDueCodes, turnsWithCodes } from './move-codes.ts';

export const moveClassCodes = declareClockJob('moveClassCodes');

/**
 * Gives the codes that are kept to the new classes whose old class is over. Each turn has a transaction of its own, so that
 * a fault of one leaves the codes of the others moved; rejects afterwards, and the job runs again.
 */
export async function moveCodesOfEndedClasses({ db, settings }: Uses<'db' | 'settings'>): Promise<void> {
  const over = and(isOver(settings.timeZone), isNotOfToday(settings.timeZone));
  const faults: unknown[] = [];
  for (const turnId of await turnsWithCodes(db, over)) {
    const due = and(eq(schoolYearTurns.id, turnId), over);
    const move = () => db.transaction((tx) => moveDueCodes(tx, { due, requestId: 'night' }));
    await retryWithNewCode(move).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw new AggregateError(faults, `The codes of ${faults.length} turns could not be moved`);
}

// The codes of a class that was archived today work until the night: the class may have been archived by mistake.
const isNotOfToday = (timeZone: string): SQL | undefined => {
  const today = todayAtSchool(timeZone);
  const { status, endDate, updatedAt } = classes;
  return or(ne(status, ClassStatus.INACTIVE), lt(endDate, today), lt(dayAtSchool(updatedAt, timeZone), today));
};
