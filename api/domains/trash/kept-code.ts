import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';

const others = alias(schoolYearTurnClasses, 'others');

/**
 * Ends a restored class's claim to the code of its old class if a class of another turn keeps that code now.
 * The lock on the old class makes a turn that is being written finish first.
 */
export async function giveUpKeptCode(tx: Queryable, classId: string): Promise<void> {
  const { sourceId, keepsCode, codeMovedAt } = schoolYearTurnClasses;
  const waits = and(eq(schoolYearTurnClasses.classId, classId), eq(keepsCode, true), isNull(codeMovedAt));
  // The queries run beyond the school wall: the other class can be one that the caller does not see.
  await beyondWall(tx, async (all) => {
    const sources = all.select({ id: sourceId }).from(schoolYearTurnClasses).where(waits);
    const locked = await all
      .select({ id: classes.id })
      .from(classes)
      .where(inArray(classes.id, sources))
      .orderBy(classes.id)
      .for('key share');
    if (locked.length === 0) return;
    const keptElsewhere = all
      .select({ one: sql`1` })
      .from(others)
      .innerJoin(schoolYearTurns, eq(schoolYearTurns.id, others.turnId))
      .innerJoin(classes, eq(classes.id, others.classId))
      .where(
        and(
          eq(others.sourceId, sourceId),
          eq(others.keepsCode, true),
          ne(others.classId, classId),
          isNull(schoolYearTurns.takenBackAt),
          isNull(classes.deletedAt),
        ),
      );
    await all
      .update(schoolYearTurnClasses)
      .set({ keepsCode: false })
      .where(and(waits, sql`exists (${keptElsewhere})`));
  });
}
