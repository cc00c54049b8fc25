import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion } from '#api/domains/audit/versions.ts';
import { assertNotLocked, holdTextBook } from '#api/domains/editions/lock.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import { beginningOf } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { retargetPrintedCode as operation } from '#schema/rest/printed-codes.ts';
import { selectPrintedCodes } from './detail.ts';

interface Retargeting extends BodyOf<typeof operation> {
  readonly id: string;
}

/**
 * Sets the target of the codes of a textbook, unit or content: the original target of another printed code, or their
 * own.
 */
export async function retargetPrintedCode(
  { db, settings: { timeZone } }: Uses<'db' | 'settings'>,
  author: Author,
  { id, targetId, from, version }: Retargeting,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdTextBook(
      tx,
      sql`(select ${printedCodes.textbookId} from ${printedCodes} where ${printedCodes.id} = ${id})`,
    );
    const row = await lockPrintedCode(tx, id);
    if (!row) throw notFound();
    const { retargetedAt, retargetedById } = row;
    await assertVersion(tx, { ...row, updatedAt: retargetedAt ?? row.createdAt, updatedById: retargetedById }, version);
    const wanted = targetId === id ? null : targetId;
    if (from === null && wanted === row.targetId && row.plannedAt === null) return;
    await assertNotLocked(tx, row.textbookId);
    const [target] = await selectPrintedCodes(tx, eq(printedCodes.id, targetId));
    if (!target || (wanted !== null && wanted !== row.targetId && target.deleted))
      throw invalid({ targetId: ['messages.printedTargetNotAvailable'] });
    const [before] = await selectPrintedCodes(tx, eq(printedCodes.id, row.targetId ?? id));
    const now = { targetId: row.targetId, retargetedAt, retargetedById };
    const changed = { targetId: wanted, retargetedAt: new Date(), retargetedById: author.userId };
    const noPlan = { plannedTargetId: null, plannedAt: null, plannedDay: null, plannedById: null };
    const planned = from !== null && {
      plannedTargetId: wanted,
      plannedAt: await beginningOfLaterDay(tx, from, timeZone),
      plannedDay: from,
      plannedById: author.userId,
    };
    await tx
      .update(printedCodes)
      .set({ ...(planned || wanted === row.targetId ? now : changed), ...(planned || noPlan), version: version + 1 })
      .where(eq(printedCodes.id, id));
    await recordChange(tx, author, {
      action: 'retarget',
      entity: row.entity,
      entityId: row.entityId,
      before: { opens: before?.entityId ?? row.entityId, opensFrom: row.plannedDay },
      after: { opens: target.entityId, opensFrom: from },
    });
  });
}

/** The beginning of a day in a time zone; 400 for today and earlier days. */
async function beginningOfLaterDay(tx: Queryable, day: string, timeZone: string): Promise<Date> {
  const { rows } = await tx.execute<{ at: string }>(sql`select ${beginningOf(day, timeZone)} as at`);
  const at = new Date(rows[0]?.at ?? '');
  if (at <= new Date()) throw invalid({ from: ['messages.dayNotLater'] });
  return at;
}

/** Locks the printed codes of a textbook, unit or content; undefined without any, or when its textbook is deleted. */
async function lockPrintedCode(tx: Queryable, id: string) {
  const [row] = await tx
    .select({ printed: printedCodes })
    .from(printedCodes)
    .innerJoin(textbooks, and(eq(textbooks.id, printedCodes.textbookId), isNull(textbooks.deletedAt)))
    .where(and(eq(printedCodes.id, id), eq(printedCodes.kind, 'code')))
    .for('update', { of: printedCodes });
  return row && withStartedPlan(row.printed);
}

type PrintedCodeRow = typeof printedCodes.$inferSelect;

/** A plan that has taken effect is the target now. */
function withStartedPlan(row: PrintedCodeRow): PrintedCodeRow {
  const { plannedAt, plannedById, plannedTargetId } = row;
  if (plannedAt === null || plannedAt > new Date()) return row;
  const startedPlan = { targetId: plannedTargetId, retargetedAt: plannedAt, retargetedById: plannedById };
  return { ...row, ...startedPlan, plannedTargetId: null, plannedAt: null, plannedDay: null, plannedById: null };
}
