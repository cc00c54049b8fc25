import { desc, eq, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { lockTextBook } from '#api/domains/textbooks/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { editionCodes, editions } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { type addEdition as operation, unlockedMinutes } from '#schema/rest/editions.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { openedNow } from './changes.ts';

interface NewEdition extends BodyOf<typeof operation> {
  readonly textBookId: string;
}

/** Stores the current target of each printed code of a textbook as its next edition, which locks the textbook. */
export async function addEdition(
  { db }: Uses<'db'>,
  author: Author,
  { textBookId, name, printedOn }: NewEdition,
): Promise<void> {
  const adding = db.transaction(async (tx) => {
    const newest = await lockEditions(tx, textBookId);
    const id = newId();
    const number = (newest?.number ?? 0) + 1;
    const edition = { id, textbookId: textBookId, number, name, printedOn, createdById: author.userId };
    await tx.insert(editions).values(edition);
    await tx.execute(sql`
      insert into ${editionCodes} (edition_id, printed_code_id, opens_id)
      select ${id}::uuid, opened.* from (${openedNow(sql`${textBookId}::uuid`)}) opened`);
    const after = { number, edition: name, printedOn };
    await recordChange(tx, author, { action: 'print', entity: 'textbooks', entityId: textBookId, after });
  });
  await adding.catch((error: unknown) => {
    if (!isViolation(error, 'editions_name_unique')) throw error;
    throw conflict('messages.editionExists', 'The textbook has an edition of this name.', 'name');
  });
}

/** Unlocks a printed textbook for an hour, or ends that. */
export async function setPrintLock(
  { db }: Uses<'db'>,
  author: Author,
  { textBookId, locked }: { readonly textBookId: string; readonly locked: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const newest = await lockEditions(tx, textBookId);
    if (!newest) throw conflict('messages.neverPrinted', 'The textbook was never marked as printed.');
    const until = locked ? null : sql`now() + make_interval(mins => ${unlockedMinutes}::int)`;
    await tx.update(editions).set({ unlockedUntil: until }).where(eq(editions.id, newest.id));
    await recordChange(tx, author, {
      action: locked ? 'lock-print' : 'unlock-print',
      entity: 'textbooks',
      entityId: textBookId,
      after: { edition: newest.name },
    });
  });
}

/** Locks the textbook's row, so that editions get their numbers one after another. The newest edition; 404 without the textbook. */
async function lockEditions(tx: Queryable, textBookId: string) {
  if (!(await lockTextBook(tx, textBookId))) throw notFound();
  const [newest] = await tx
    .select({ id: editions.id, number: editions.number, name: editions.name })
    .from(editions)
    .where(eq(editions.textbookId, textBookId))
    .orderBy(desc(editions.number))
    .limit(1);
  return newest;
}
