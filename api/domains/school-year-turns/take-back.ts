import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { recordChange } from '#api/domains/audit/record.ts';
import { moveClassToTrash, retryWithNewCode } from '#api/domains/classes/write.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { moveCode } from './move-codes.ts';
import { obstacleTo, ownTurns } from './list.ts';

interface TakingBack {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

const newClasses = alias(classes, 'new_classes');

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
      // The locks make a new post wait; it then finds the class deleted and is refused.
      const made = await tx
        .select({
          classId: newClasses.id,
          sourceId: schoolYearTurnClasses.sourceId,
          movedAt: schoolYearTurnClasses.codeMovedAt,
        })
        .from(schoolYearTurnClasses)
        .innerJoin(newClasses, and(eq(newClasses.id, schoolYearTurnClasses.classId), isNull(newClasses.deletedAt)))
        .where(eq(schoolYearTurnClasses.turnId, id))
        .orderBy(asc(newClasses.id))
        .for('update', { of: newClasses });
      const obstacle = await obstacleTo(tx, id);
      if (obstacle !== null)
        throw new ApiProblem({ status: 409, messageKey: obstacle, detail: 'The new classes are in use already.' });
      for (const { classId, sourceId, movedAt } of made) {
        if (movedAt !== null && sourceId !== null) await moveCode(tx, { from: classId, to: sourceId });
        await moveClassToTrash(tx, { caller, requestId, id: classId });
      }
      await tx
        .update(schoolYearTurns)
        .set({ takenBackAt: sql`now()`, takenBackById: caller.userId })
        .where(eq(schoolYearTurns.id, id));
      const after = { classCount: made.length };
      await recordChange(tx, author, { action: 'take-back', entity: 'school_year_turns', entityId: id, after });
    }),
  );
}
