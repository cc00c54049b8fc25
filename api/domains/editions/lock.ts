import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { editions, textbooks } from '#api/ground/db/schema.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';

/** Whether an edition locks its textbook now. */
export const locksNow = sql<boolean>`(${editions.unlockedUntil} is null or ${editions.unlockedUntil} <= now())`;

/**
 * Holds the textbook of a row, so that no edition is stored until the transaction ends. Call it before the row is locked:
 * a textbook is locked before its parts, as storing an edition and putting units into order do.
 */
export async function holdTextBook(tx: Queryable, textbookId: SQL): Promise<void> {
  await tx
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(sql`${textbooks.id} = ${textbookId}`)
    .for('share');
}

/** Answers 409, on `field` where one breaks printed codes, while the textbook is locked as printed. Call `holdTextBook` first. */
export async function assertNotLocked(tx: Queryable, textbookId: string, field?: string): Promise<void> {
  const [newest] = await tx
    .select({ name: textbooks.name, edition: editions.name, isLocked: locksNow })
    .from(editions)
    .innerJoin(textbooks, eq(textbooks.id, editions.textbookId))
    .where(eq(editions.textbookId, textbookId))
    .orderBy(desc(editions.number))
    .limit(1);
  if (!newest?.isLocked) return;
  const { name, edition } = newest;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.textBookPrinted',
    messageValues: { name, edition },
    detail: `${name} is printed (${edition}), and this would change what its printed codes open. Unlock it first.`,
    errors: field === undefined ? undefined : { [field]: ['messages.textBookPrinted'] },
  });
}

interface Published {
  readonly publishedAt: Date | null;
}

interface Breaking<Row extends Published, Field extends keyof Row & string> {
  readonly textbookId: string;
  readonly before: Row;
  /** The row as an update leaves it; without it, the row is deleted. */
  readonly after?: (Pick<Row, Field> & Published) | undefined;
  /** The fields with printed numbers and codes. */
  readonly printed?: readonly Field[];
}

/**
 * Answers 409 for a change that breaks printed codes of a locked textbook: a deletion, a return to draft (a draft's
 * codes open nothing), or a number or code other than the printed one.
 */
export async function assertPrintLockAllows<Row extends Published, Field extends keyof Row & string>(
  tx: Queryable,
  { textbookId, before, after, printed = [] }: Breaking<Row, Field>,
): Promise<void> {
  if (after === undefined) return assertNotLocked(tx, textbookId);
  const becomesDraft = before.publishedAt !== null && after.publishedAt === null;
  const field = becomesDraft ? 'published' : printed.find((one) => after[one] !== before[one]);
  if (field !== undefined) await assertNotLocked(tx, textbookId, field);
}
