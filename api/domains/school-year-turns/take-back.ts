import { and, asc, eq, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { moveClassToTrash, retryWithNewCode } from '#api/domains/classes/write.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { moveCode } from './move-codes.ts';
import { obstacleTo, ownTurns, undoneBy } from './list.ts';

interface TakingBack {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/**
 * Moves the classes of a turn to the trash, and gives kept codes back to the old classes. Answers 409 when the new
 * classes have been used. Undoing a turn a second time changes nothing.
 */
export async function takeBack({ db }: Uses<'db'>, { caller, requestId, id }: TakingBack): Promise<void> {
  const author = { ...caller, requestId };
  await retryWithNewCode(() =>
    db.transaction(async (tx) => {
      const [turn] = await tx
        .select()
        .from(schoolYearTurns)
        .where(and(eq(schoolYearTurns.id, id), ownTurns(caller)))
        .for('update');
      if (!turn) throw notFound();
      if (turn.takenBackAt !== null) return;
      // Beyond the wall, which hides a class without a school: it would stay, and its old class could be turned twice.
      const classCount = await beyondWall(tx, (all) => takeClassesBack(all, { caller, requestId, id }));
      await tx
        .update(schoolYearTurns)
        .set({ takenBackAt: sql`now()`, takenBackById: caller.userId })
        .where(eq(schoolYearTurns.id, id));
      const after = { classCount };
      await recordChange(tx, author, { action: 'take-back', entity: 'school_year_turns', entityId: id, after });
    }),
  );
}

// Resolves to the number of classes.
async function takeClassesBack(tx: Queryable, { caller, requestId, id }: TakingBack): Promise<number> {
  // The locks make a new post wait; it then finds the class deleted and is refused.
  const made = await tx
    .select({
      classId: classes.id,
      sourceId: schoolYearTurnClasses.sourceId,
      movedAt: schoolYearTurnClasses.codeMovedAt,
    })
    .from(schoolYearTurnClasses)
    .innerJoin(classes, and(eq(classes.id, schoolYearTurnClasses.classId), undoneBy(caller)))
    .where(eq(schoolYearTurnClasses.turnId, id))
    .orderBy(asc(classes.id))
    .for('update', { of: classes });
  const obstacle = await obstacleTo(tx, caller, id);
  if (obstacle !== null)
    throw new ApiProblem({ status: 409, messageKey: obstacle, detail: 'The new classes are in use already.' });
  for (const { classId, sourceId, movedAt } of made) {
    if (movedAt !== null && sourceId !== null) await moveCode(tx, { from: classId, to: sourceId });
    await moveClassToTrash(tx, { caller, requestId, id: classId }, undoneBy(caller));
  }
  return made.length;
}
