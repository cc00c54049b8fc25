import { and, eq, isNull } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion } from '#api/domains/audit/versions.ts';
import { assertNotLocked } from '#api/domains/editions/lock.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
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
  { db }: Uses<'db'>,
  author: Author,
  { id, targetId, version }: Retargeting,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockPrintedCode(tx, id);
    if (!row) throw notFound();
    const { retargetedAt, retargetedById } = row;
    await assertVersion(tx, { ...row, updatedAt: retargetedAt ?? row.createdAt, updatedById: retargetedById }, version);
    const wanted = targetId === id ? null : targetId;
    if (wanted === row.targetId) return;
    await assertNotLocked(tx, row.textbookId);
    const [target] = await selectPrintedCodes(tx, eq(printedCodes.id, targetId));
    if (!target || (wanted !== null && target.deleted))
      throw invalid({ targetId: ['messages.printedTargetNotAvailable'] });
    const [before] = await selectPrintedCodes(tx, eq(printedCodes.id, row.targetId ?? id));
    await tx
      .update(printedCodes)
      .set({ targetId: wanted, retargetedAt: new Date(), retargetedById: author.userId, version: version + 1 })
      .where(eq(printedCodes.id, id));
    await recordChange(tx, author, {
      action: 'retarget',
      entity: row.entity,
      entityId: row.entityId,
      before: { opens: before?.entityId ?? row.entityId },
      after: { opens: target.entityId },
    });
  });
}

/** Locks the printed codes of a textbook, unit or content; undefined without any, or when its textbook is deleted. */
async function lockPrintedCode(tx: Queryable, id: string) {
  const [row] = await tx
    .select({ printed: printedCodes })
    .from(printedCodes)
    .innerJoin(textbooks, and(eq(textbooks.id, printedCodes.textbookId), isNull(textbooks.deletedAt)))
    .where(and(eq(printedCodes.id, id), eq(printedCodes.kind, 'code')))
    .for('update', { of: printedCodes });
  return row?.printed;
}
