import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import type { Author } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { rewriteSearchText } from '#api/classes/search-text.ts';
import { newHashCode, newId } from '#api/db/ids.ts';
import { classes, textbooks } from '#api/db/schema.ts';
import { notFound } from '#api/http/problems.ts';
import { schoolDay } from '#api/school-day.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';
import type { TextBookValues } from '#schema/rules/textbooks.ts';
import { assertNotRunning, assertUnused } from './classes-using.ts';
import { auditedTextBook, holdTextBook, refusedTextBook, textBookColumns, textBookSearchText } from './store.ts';

/** Creates a textbook and tells its id. */
export async function createTextBook({ db }: Services, author: Author, values: TextBookValues): Promise<string> {
  const id = newId();
  const creation = db.transaction(async (tx) => {
    const columns = await textBookColumns(tx, values, values.published === false ? null : new Date());
    await tx.insert(textbooks).values({
      ...columns,
      id,
      hashCode: newHashCode(),
      searchText: textBookSearchText(values),
      updatedById: author.userId,
    });
    await recordChange(tx, author, { action: 'create', entity: 'textbooks', entityId: id, after: columns });
  });
  await creation.catch(refusedTextBook);
  return id;
}

interface Update {
  readonly id: string;
  readonly values: TextBookValues & { readonly version: number };
}

/** Replaces a textbook's fields; a new name is what its classes are found by from then on. */
export async function updateTextBook({ db, settings }: Services, author: Author, { id, values }: Update) {
  const change = db.transaction(async (tx) => {
    const row = await holdTextBook(tx, id);
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    const published = values.published ?? row.publishedAt !== null;
    if (!published && row.publishedAt !== null) await assertNotRunning(tx, row, schoolDay(settings.timeZone));
    const columns = await textBookColumns(tx, values, published ? (row.publishedAt ?? new Date()) : null);
    await tx
      .update(textbooks)
      .set({ ...columns, searchText: textBookSearchText(values), ...editedBy(row, author) })
      .where(eq(textbooks.id, id));
    if (columns.name !== row.name) await rewriteSearchText(tx, eq(classes.textbookId, id));
    const before = auditedTextBook(row);
    await recordChange(tx, author, { action: 'update', entity: 'textbooks', entityId: id, before, after: columns });
  });
  await change.catch(refusedTextBook);
}

/** Puts a textbook that no class uses into the trash. */
export async function deleteTextBook({ db }: Services, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdTextBook(tx, id);
    if (!row) throw notFound();
    await assertUnused(tx, row);
    await moveToTrash(tx, 'textbooks', { id, author, before: auditedTextBook(row) });
  });
}
