import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { type RosterCourse, rosterImportRows, rosterImports, textbooks } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import { conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { startRosterImport } from '#schema/rest/roster-files.ts';
import { isImportOf } from './detail.ts';
import { bringRoster } from './jobs.ts';
import { unpack } from './open-package.ts';
import { type Plan, planOf } from './plan.ts';
import { readPackage } from './read-package.ts';

type Services = Uses<'db' | 'settings' | 'jobs' | 'disk'>;

interface Author {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

interface Delivery extends Author {
  readonly file: ReceivedFile;
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | undefined;
}

// One import of the installation at a time, so that two packages with the same child make one profile.
const queue = 'roster imports';
// All attempts together take a minute and a half, so that a waiting user soon sees that the import failed.
const maxAttempts = 5;
const batch = 500;

/**
 * Reads a package, stores its rows and creates the job that brings them in, once for each idempotency key. Resolves to the
 * import's id.
 */
export async function startImport(services: Services, delivery: Delivery): Promise<string> {
  const { caller, idempotencyKey: key } = delivery;
  const newRow = { table: rosterImports, userId: caller.userId, key };
  return createOnce(services.db, newRow, (id) => takeIn(services, delivery, id));
}

async function takeIn(services: Services, delivery: Delivery, id: string): Promise<void> {
  const { db, jobs, settings } = services;
  const { caller, requestId, file, dryRun } = delivery;
  const unpacked = await unpack(services, file);
  const plan = await planOf(await readPackage(unpacked), schoolDay(settings.timeZone));
  const about = { createdById: caller.userId, apiKeyId: caller.apiKey?.id ?? null, requestId, fileName: file.fileName };
  const courses = await withTextBooks(db, plan.courses);
  await db.transaction(async (tx) => {
    const total = plan.rows.length;
    await tx
      .insert(rosterImports)
      .values({ id, ...about, dryRun, total, ignoredFiles: [...unpacked.ignored], courses });
    await insertRows(tx, id, plan);
    if (!dryRun) await recordStart(tx, { caller, requestId }, { id, fileName: file.fileName });
    await jobs.add(tx, bringRoster, { importId: id }, { queue, maxAttempts });
  });
}

async function insertRows(tx: Queryable, importId: string, { rows }: Plan): Promise<void> {
  for (let at = 0; at < rows.length; at += batch)
    await tx.insert(rosterImportRows).values(rows.slice(at, at + batch).map((row) => ({ importId, ...row })));
}

const recordStart = (
  tx: Queryable,
  { caller, requestId }: Author,
  { id, fileName }: { id: string; fileName: string },
) =>
  recordChange(
    tx,
    { ...caller, requestId },
    { action: 'import', entity: 'roster_imports', entityId: id, after: { fileName } },
  );

/**
 * Finds each course's textbook by the textbook's external id, by our own id (as an export writes it), or by the course
 * code as short code.
 */
async function withTextBooks(db: Queryable, courses: readonly RosterCourse[]): Promise<RosterCourse[]> {
  if (courses.length === 0) return [];
  const books = await db
    .select({ id: textbooks.id, externalId: textbooks.externalId, shortCode: textbooks.shortCode })
    .from(textbooks)
    .where(textBookIsPublished)
    .orderBy(asc(textbooks.id));
  const byCode = new Map(books.map(({ id, shortCode }) => [searchText(shortCode), id]));
  const byId = new Map(books.flatMap(({ id, externalId }) => [[id, id] as const, [externalId ?? id, id] as const]));
  return courses.map((course) => {
    const named = byId.get(course.sourcedId);
    return { ...course, textBookId: named ?? byCode.get(searchText(course.code)) ?? null };
  });
}

interface Start extends Author {
  readonly id: string;
  readonly values: BodyOf<typeof startRosterImport>;
}

/** Brings in a package that was checked; nothing happens to one that was started before. */
export async function startChecked({ db, jobs }: Uses<'db' | 'jobs'>, start: Start): Promise<void> {
  const { caller, requestId, id, values } = start;
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(rosterImports)
      .where(and(eq(rosterImports.id, id), isImportOf(caller)))
      .for('update');
    if (!found) throw notFound();
    if (!found.dryRun) return;
    if (found.state !== 'checked')
      throw conflict('messages.rosterNotChecked', 'The package has not been checked to its end.');
    const courses = await withChosen(tx, found.courses, values.textBooks);
    // The user who starts the import is its author, with the limits of the API key of this request.
    const by = { createdById: caller.userId, apiKeyId: caller.apiKey?.id ?? null, requestId };
    await tx
      .update(rosterImports)
      .set({ ...by, courses, dryRun: false, state: 'waiting', finishedAt: null })
      .where(eq(rosterImports.id, id));
    await tx
      .update(rosterImportRows)
      .set({ outcome: null, problems: null })
      .where(and(eq(rosterImportRows.importId, id), eq(rosterImportRows.settled, false)));
    await recordStart(tx, start, found);
    await jobs.add(tx, bringRoster, { importId: id }, { queue, maxAttempts });
  });
}

async function withChosen(
  tx: Queryable,
  courses: readonly RosterCourse[],
  chosen: Start['values']['textBooks'],
): Promise<RosterCourse[]> {
  const ids = [...new Set(chosen.map(({ textBookId }) => textBookId))];
  const found = await tx
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(ids.length > 0 ? inArray(textbooks.id, ids) : sql`false`, textBookIsPublished));
  if (found.length < ids.length) throw invalid({ textBooks: ['messages.textBookNotAvailable'] });
  const courseIds = new Set(courses.map(({ sourcedId }) => sourcedId));
  if (chosen.some(({ courseId }) => !courseIds.has(courseId)))
    throw invalid({ textBooks: ['messages.rosterUnknownId'] });
  const books = new Map(chosen.map(({ courseId, textBookId }) => [courseId, textBookId]));
  return courses.map((course) => ({ ...course, textBookId: books.get(course.sourcedId) ?? course.textBookId }));
}
