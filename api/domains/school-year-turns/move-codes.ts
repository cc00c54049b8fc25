import { and, asc, eq, getTableColumns, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { recordChange } from '#api/domains/audit/record.ts';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import { isRunning } from '#api/domains/classes/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { olderThan } from '#api/domains/retention/expired.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newClassCode, newHashCode } from '#api/ground/db/ids.ts';
import {
  classes,
  classProfiles,
  removedClassProfiles,
  schoolYearTurnClasses,
  schoolYearTurns,
} from '#api/ground/db/schema.ts';
import { trashDays } from '#schema/rest/trash.ts';

interface Which {
  /** The request that ended in the move, for the audit log. */
  readonly requestId: string;
  /** The old classes and turns whose codes move. */
  readonly due: SQL | undefined;
}

/**
 * The old classes that are over: their last day is past, or they are in the trash for the last day before their purge,
 * after which nobody would have their codes. `timeZone` is the installation's.
 */
export const isOver = (timeZone: string): SQL | undefined =>
  or(not(isRunning(timeZone) ?? sql`true`), olderThan(classes.deletedAt, trashDays - 1));

const newClasses = alias(classes, 'new_classes');

const isWaiting = (due: SQL | undefined): SQL | undefined =>
  and(
    eq(schoolYearTurnClasses.keepsCode, true),
    isNull(schoolYearTurnClasses.codeMovedAt),
    isNull(schoolYearTurns.takenBackAt),
    isNull(newClasses.deletedAt),
    due,
  );

/** The ids of the turns with codes that are due, the oldest first. */
export async function turnsWithCodes(db: Queryable, due: SQL | undefined): Promise<string[]> {
  const turns = await db
    .selectDistinct({ id: schoolYearTurnClasses.turnId })
    .from(schoolYearTurnClasses)
    .innerJoin(schoolYearTurns, eq(schoolYearTurns.id, schoolYearTurnClasses.turnId))
    .innerJoin(classes, eq(classes.id, schoolYearTurnClasses.sourceId))
    .innerJoin(newClasses, eq(newClasses.id, schoolYearTurnClasses.classId))
    .where(isWaiting(due))
    .orderBy(asc(schoolYearTurnClasses.turnId));
  return turns.map(({ id }) => id);
}

/**
 * Moves the codes that are due, in the caller's transaction. The locks on the turn and its classes keep two processes from
 * moving one code twice, and a turn from being taken back meanwhile.
 */
export async function moveDueCodes(tx: Queryable, { requestId, due }: Which): Promise<void> {
  const moving = await tx
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
    .where(isWaiting(due))
    .orderBy(asc(schoolYearTurnClasses.turnId), asc(schoolYearTurnClasses.position))
    .for('update', { of: [schoolYearTurns, schoolYearTurnClasses, classes, newClasses] });
  for (const one of moving) {
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
  const { classCode, classHashCode, deletedAt } = classes;
  const [old] = await tx.select({ classCode, classHashCode, deletedAt }).from(classes).where(eq(classes.id, from));
  if (!old) return;
  // A deleted class does not keep its code to type from others. Its QR code is unique for ever.
  const isTaken = old.deletedAt !== null && (await isUsed(tx, old.classCode));
  const kept = { classHashCode: old.classHashCode, ...(!isTaken && { classCode: old.classCode }) };
  const edited = { version: sql`${classes.version} + 1`, updatedAt: timeOfChange };
  const fresh = { classCode: newClassCode(), classHashCode: newHashCode() };
  await tx
    .update(classes)
    .set({ ...fresh, ...edited })
    .where(eq(classes.id, from));
  await tx
    .update(classes)
    .set({ ...kept, ...edited })
    .where(eq(classes.id, to));
  for (const id of [from, to]) await rewriteSearchText(tx, eq(classes.id, id));
  await copyBlocks(tx, { from, to });
}

/** Copies the blocks of a class to the class that gets its code. A child whom staff put into that class stays in it. */
async function copyBlocks(tx: Queryable, { from, to }: { from: string; to: string }): Promise<void> {
  const { classId, profileId, ...others } = getTableColumns(removedClassProfiles);
  const joined = sql`select from ${classProfiles} joined
    where joined.class_id = ${to}::uuid and joined.profile_id = ${profileId}`;
  const blocked = tx
    .select({ classId: sql`${to}::uuid`.as('class_id'), profileId, ...others })
    .from(removedClassProfiles)
    .where(and(eq(classId, from), eq(removedClassProfiles.blocked, true), sql`not exists (${joined})`));
  const deviceId = sql`excluded.device_id`;
  await tx
    .insert(removedClassProfiles)
    .select(blocked)
    .onConflictDoUpdate({ target: [classId, profileId], set: { blocked: true, deviceId } });
}

async function isUsed(tx: Queryable, classCode: string): Promise<boolean> {
  const isLiving = and(eq(classes.classCode, classCode), isNull(classes.deletedAt));
  return (await tx.select({ id: classes.id }).from(classes).where(isLiving).limit(1)).length > 0;
}
