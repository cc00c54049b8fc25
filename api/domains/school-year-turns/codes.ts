import { and, asc, eq, isNull, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { recordChange } from '#api/domains/audit/record.ts';
import { isRunning } from '#api/domains/classes/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { retryWithNewCode } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newClassCode, newHashCode } from '#api/ground/db/ids.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';

export const moveClassCodes = declareClockJob('moveClassCodes');

/** Gives the codes that are kept to the new classes whose old class is over. */
export const moveCodesOfEndedClasses = ({ db, settings }: Uses<'db' | 'settings'>): Promise<void> =>
  retryWithNewCode(() => db.transaction((tx) => moveDueCodes(tx, { timeZone: settings.timeZone, requestId: 'night' })));

interface Which {
  /** The installation's. */
  readonly timeZone: string;
  /** The request that ended in the move, for the audit log. */
  readonly requestId: string;
  /** Limits the move to one turn; without it, the codes of all turns move. */
  readonly turnId?: string;
}

const newClasses = alias(classes, 'new_classes');

/**
 * Moves the codes that are due, in the caller's transaction. The locks on the turn and its classes keep two processes from
 * moving one code twice, and a turn from being taken back meanwhile.
 */
export async function moveDueCodes(tx: Queryable, { timeZone, requestId, turnId }: Which): Promise<void> {
  const due = await tx
    .select({
      turnId: schoolYearTurnClasses.turnId,
      position: schoolYearTurnClasses.position,
      sourceId: classes.id,
      classId: newClasses.id,
      userId: schoolYearTurns.createdById,
    })
    .from(schoolYearTurnClasses)
    .innerJoin(schoolYearTurns, eq(schoolYearTurns.id, schoolYearTurnClasses.turnId))
    .innerJoin(classes, eq(classes.id, schoolYearTurnClasses.sourceId))
    .innerJoin(newClasses, eq(newClasses.id, schoolYearTurnClasses.classId))
    .where(
      and(
        eq(schoolYearTurnClasses.keepsCode, true),
        isNull(schoolYearTurnClasses.codeMovedAt),
        isNull(schoolYearTurns.takenBackAt),
        isNull(classes.deletedAt),
        isNull(newClasses.deletedAt),
        not(isRunning(timeZone) ?? sql`true`),
        turnId === undefined ? undefined : eq(schoolYearTurns.id, turnId),
      ),
    )
    .orderBy(asc(schoolYearTurnClasses.turnId), asc(schoolYearTurnClasses.position))
    .for('update', { of: [schoolYearTurns, schoolYearTurnClasses, classes, newClasses] });
  for (const one of due) {
    const { sourceId: from, classId: to, userId } = one;
    await moveCode(tx, { from, to });
    await tx
      .update(schoolYearTurnClasses)
      .set({ codeMovedAt: sql`now()` })
      .where(and(eq(schoolYearTurnClasses.turnId, one.turnId), eq(schoolYearTurnClasses.position, one.position)));
    // The author is the person who turned the year.
    const change = { action: 'move-code', entity: 'classes', entityId: to, after: { codeOfClass: from } };
    await recordChange(tx, { userId, requestId }, change);
  }
}

/**
 * Gives the codes of a class to another one. The first gets new ones, so that a code opens one class at any time; the other's
 * own codes end.
 */
export async function moveCode(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const [old] = await tx
    .select({ classCode: classes.classCode, classHashCode: classes.classHashCode })
    .from(classes)
    .where(eq(classes.id, from));
  if (!old) return;
  const edited = { version: sql`${classes.version} + 1`, updatedAt: sql`now()` };
  const fresh = { classCode: newClassCode(), classHashCode: newHashCode() };
  await tx
    .update(classes)
    .set({ ...fresh, ...edited })
    .where(eq(classes.id, from));
  await tx
    .update(classes)
    .set({ ...old, ...edited })
    .where(eq(classes.id, to));
  for (const id of [from, to]) await rewriteSearchText(tx, eq(classes.id, id));
}
