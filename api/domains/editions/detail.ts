import { desc, eq, isNull, and, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { editionCodes, editions, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Edition, Printing } from '#schema/rest/editions.ts';
import { changesBetween, openedIn, openedNow } from './changes.ts';
import { locksNow } from './lock.ts';

const before = alias(editions, 'before');

/** The print state of a textbook: its lock and its editions; 404 without the textbook. */
export async function printingOf(db: Queryable, textBookId: string): Promise<Printing> {
  const isThere = and(eq(textbooks.id, textBookId), isNull(textbooks.deletedAt));
  if ((await db.$count(textbooks, isThere)) === 0) throw notFound();
  const rows = await db
    .select({
      id: editions.id,
      number: editions.number,
      name: editions.name,
      printedOn: editions.printedOn,
      codeCount: sql<number>`(select count(*)::int from ${editionCodes}
        where ${editionCodes.editionId} = ${editions.id} and ${editionCodes.opensId} is not null)`,
      changes: sql<Edition['changes']>`case when ${before.id} is not null
        then ${changesBetween(openedIn(before.id), openedIn(editions.id))} end`,
      createdAt: editions.createdAt,
      createdBy: editorColumns,
      unlockedUntil: editions.unlockedUntil,
      isLocked: locksNow,
    })
    .from(editions)
    .leftJoin(before, and(eq(before.textbookId, editions.textbookId), sql`${before.number} = ${editions.number} - 1`))
    .leftJoin(editors, eq(editors.id, editions.createdById))
    .where(eq(editions.textbookId, textBookId))
    .orderBy(desc(editions.number));
  const [newest] = rows;
  return {
    textBookId,
    locked: newest?.isLocked ?? false,
    unlockedUntil: newest?.isLocked === false ? (newest.unlockedUntil?.toISOString() ?? null) : null,
    editions: rows.map(({ unlockedUntil: _, isLocked: _locked, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
    })),
    changes: newest ? await changesSince(db, textBookId, newest.id) : null,
  };
}

async function changesSince(db: Queryable, textBookId: string, editionId: string): Promise<Edition['changes']> {
  const { rows } = await db.execute<{ changes: NonNullable<Edition['changes']> }>(
    sql`select ${changesBetween(openedIn(sql`${editionId}::uuid`), openedNow(sql`${textBookId}::uuid`))} as changes`,
  );
  return rows[0]?.changes ?? null;
}
