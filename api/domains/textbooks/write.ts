import { and, asc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, newRowTimes } from '#api/domains/audit/versions.ts';
import { lockClassesUsing } from '#api/domains/classes/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { assertPrintLockAllows } from '#api/domains/editions/lock.ts';
import { teachingMedia } from '#api/domains/media/scope.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import { todayAtSchool } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { classes, textbooks } from '#api/ground/db/schema.ts';
import { foldedShortCode } from '#api/ground/db/short-code.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { ApiProblem, conflict, externalIdExists, invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { createTextBook as createTextBookOperation } from '#schema/rest/textbooks.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { textBookFields, type TextBookValues } from '#schema/rules/textbooks.ts';
import { shortCodePrinted } from '#api/domains/qr-codes/short-codes.ts';
import { publishedAtOf } from './ordered-store.ts';

type Creation = BodyOf<typeof createTextBookOperation>;

/** Creates a textbook, once for each idempotency key. Resolves to its id. */
export async function createTextBook({ db }: Uses<'db'>, author: Author, values: Creation): Promise<string> {
  const creation = createOnce(db, { table: textbooks, userId: author.userId, key: values.idempotencyKey }, (id) =>
    db.transaction(async (tx) => {
      const columns = await columnsOf(tx, values);
      await tx.insert(textbooks).values({
        ...columns,
        id,
        hashCode: newHashCode(),
        searchText: searchTextOf(values),
        updatedById: author.userId,
        ...newRowTimes,
      });
      await recordChange(tx, author, { action: 'create', entity: 'textbooks', entityId: id, after: columns });
    }),
  );
  return creation.catch(throwCodeTaken(db, values));
}

interface Update {
  readonly id: string;
  readonly values: TextBookValues & { readonly version: number };
}

/** Replaces a textbook's fields. A new name also changes the search text of its classes. */
export async function updateTextBook(
  { db, settings }: Uses<'db' | 'settings'>,
  author: Author,
  { id, values }: Update,
) {
  const change = db.transaction(async (tx) => {
    // Waits for a class or a teacher that is being renamed; otherwise the search texts would get the old name again.
    // The name is read without a lock: whoever changes it before the textbook is locked changes the version too.
    if (values.name !== (await nameOf(tx, id))) await lockClassesUsing(tx, id);
    const row = await lockTextBook(tx, id);
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    const becomesDraft = values.published === false && row.publishedAt !== null;
    if (becomesDraft) await assertNotRunning(tx, row, settings.timeZone);
    const columns = await columnsOf(tx, values, row);
    await assertPrintLockAllows(tx, { textbookId: id, before: row, after: columns, printed: ['shortCode'] });
    await tx
      .update(textbooks)
      .set({ ...columns, searchText: searchTextOf(values), ...editedBy(row, author) })
      .where(eq(textbooks.id, id));
    if (columns.name !== row.name) await rewriteSearchText(tx, eq(classes.textbookId, id));
    const before = auditedColumns(row);
    await recordChange(tx, author, { action: 'update', entity: 'textbooks', entityId: id, before, after: columns });
  });
  await change.catch(throwCodeTaken(db, values));
}

/** Puts a textbook that no class uses into the trash. */
export async function deleteTextBook({ db }: Uses<'db'>, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTextBook(tx, id);
    if (!row) throw notFound();
    await assertUnused(tx, row);
    await assertPrintLockAllows(tx, { textbookId: id, before: row });
    await moveToTrash(tx, 'textbooks', { id, author, before: auditedColumns(row) });
  });
}

async function nameOf(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ name: textbooks.name }).from(textbooks).where(eq(textbooks.id, id));
  return row?.name;
}

type TextBook = typeof textbooks.$inferSelect;

/** Locks a textbook until the transaction ends; undefined when it is deleted. */
export async function lockTextBook(tx: Queryable, id: string): Promise<TextBook | undefined> {
  const [row] = await tx
    .select()
    .from(textbooks)
    .where(and(eq(textbooks.id, id), isNull(textbooks.deletedAt)))
    .for('update');
  return row;
}

/** The form's values as columns; `current` is the row before an update. Answers 400 for a file that is no picture. */
async function columnsOf(tx: Queryable, values: TextBookValues, current?: TextBook) {
  const { thumbnailId } = values;
  if (thumbnailId !== null && !(await teachingMedia(tx, thumbnailId, 'image')))
    throw invalid({ thumbnailId: ['messages.pictureNotAvailable'] });
  const publishedAt = publishedAtOf(values, current);
  return { ...pick(values, textBookFields), thumbnailMediaId: thumbnailId, publishedAt, externalId: values.externalId };
}

const searchTextOf = ({ name, shortCode, description }: TextBookValues): string =>
  searchText(name, shortCode, description);

// The columns that the audit log keeps.
const auditedColumns = (row: TextBook) => ({
  ...pick(row, textBookFields),
  thumbnailMediaId: row.thumbnailMediaId,
  publishedAt: row.publishedAt,
  externalId: row.externalId,
});

// Turns a violation of a unique index into a 409 on the field; rethrows any other error.
const throwCodeTaken =
  (db: Queryable, { shortCode, externalId }: TextBookValues) =>
  async (error: unknown): Promise<never> => {
    if (isViolation(error, 'printed_codes_key_unique')) throw await shortCodePrinted(db, shortCode);
    if (isViolation(error, 'textbooks_external_id_unique'))
      throw externalIdExists(await idOfTextBook(db, eq(textbooks.externalId, externalId ?? '')));
    if (!isViolation(error, 'textbooks_short_code_unique')) throw error;
    const takenBy = await idOfTextBook(db, hasShortCode(shortCode));
    throw conflict('messages.shortCodeExists', 'Short Code text already exists.', 'shortCode', takenBy);
  };

/** The condition that a textbook's short code looks the same as this one to children. */
export const hasShortCode = (shortCode: string): SQL =>
  sql`${foldedShortCode(textbooks.shortCode)} = ${foldedShortCode(sql`${shortCode}::text`)}`;

/** The id of the textbook, drafts included; undefined for none or a deleted one. */
export async function idOfTextBook(db: Queryable, which: SQL | undefined): Promise<string | undefined> {
  const [found] = await db
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(which, isNull(textbooks.deletedAt)));
  return found?.id;
}

// A problem names so many classes and counts the rest.
const namesShown = 10;

// The caller has locked the textbook's row. A class that starts to use the textbook locks it too, so the answer stays true.

/** Answers 409, with the names of the classes, when classes use the textbook. */
async function assertUnused(tx: Queryable, { id, name }: TextBook): Promise<void> {
  const using = await classesOf(tx, id);
  if (!using) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.couldNotDelete',
    messageValues: { name, ...using },
    detail: `Could not delete ${name}. They are associated with a Class`,
  });
}

/** Answers 409, with the names of the classes, when active classes use the textbook. */
async function assertNotRunning(tx: Queryable, { id, name }: TextBook, timeZone: string): Promise<void> {
  const using = await classesOf(tx, id, timeZone);
  if (!using) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.textBookInUse',
    messageValues: { name, ...using },
    detail: `${name} cannot become a draft. Active classes use it: ${using.classes}.`,
    errors: { published: ['messages.textBookInUse'] },
  });
}

const isRunning = (timeZone: string) =>
  and(eq(classes.status, ClassStatus.ACTIVE), gte(classes.endDate, todayAtSchool(timeZone)));

// The classes that use a textbook, or with the installation's time zone only those that run today; undefined when there are none.
async function classesOf(tx: Queryable, textbookId: string, timeZone?: string) {
  const rows = await tx
    .select({ name: classes.className, count: sql<number>`(count(*) over ())::int` })
    .from(classes)
    .where(
      and(
        eq(classes.textbookId, textbookId),
        isNull(classes.deletedAt),
        timeZone === undefined ? undefined : isRunning(timeZone),
      ),
    )
    .orderBy(asc(sql`lower(${classes.className})`), asc(classes.id))
    .limit(namesShown);
  const [first] = rows;
  return first && { classes: rows.map(({ name }) => name).join(', '), classCount: String(first.count) };
}
