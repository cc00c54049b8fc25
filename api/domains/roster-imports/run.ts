import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { rosterImportRows, rosterImports } from '#api/ground/db/schema.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import { importerOf } from './importer.ts';
import { isCutOff, type RosterJob } from './jobs.ts';
import { type RowResult, refused, schoolValues, teacherValues } from './row-values.ts';
import { schoolsOf } from './schools.ts';
import { type Bringing, bringUnit, type StoredRow, type UnitResults, type Writing } from './units.ts';

/**
 * Imports a package, unit by unit. Writing a row again changes nothing, so a retry continues where the last run ended.
 * A dry run writes each unit in its own transaction and rolls it back. So it reports the real result by the same code,
 * and holds its locks only as long as one class takes.
 */
export async function bringPackage(services: Writing, { importId }: RosterJob, run: JobRun): Promise<void> {
  const { db } = services;
  try {
    await db.update(rosterImports).set({ state: 'running' }).where(isOpen(importId));
    const [found] = await db.select().from(rosterImports).where(isOpen(importId));
    if (!found) return;
    const { dryRun, requestId, courses } = found;
    const [named, classIds] = [await schoolsNamed(db, importId), await classesOf(db, importId)];
    for (let rows = await nextUnit(services, importId); rows.length > 0; rows = await nextUnit(services, importId)) {
      run.signal.throwIfAborted();
      const caller = await importerOf(db, importId);
      const results = caller
        ? await bring(services, {
            rows,
            dryRun,
            bringing: { caller, requestId, courses, classIds, schools: await schoolsOf(db, caller, named) },
          })
        : new Map(rows.map(({ position }) => [position, refused('messages.forbidden')]));
      await writeResults(services, rows, results);
    }
    const state = dryRun ? ('checked' as const) : ('done' as const);
    await db.transaction(async (tx) => {
      await tx.update(rosterImports).set({ state, finishedAt: new Date() }).where(isOpen(importId));
      // The package's data about children is not needed any more.
      if (!dryRun)
        await tx.update(rosterImportRows).set({ values: null }).where(eq(rosterImportRows.importId, importId));
    });
  } catch (error) {
    if (run.lastAttempt)
      await db.update(rosterImports).set({ state: 'failed', finishedAt: new Date() }).where(isOpen(importId));
    throw error;
  }
}

const isOpen = (importId: string) =>
  and(eq(rosterImports.id, importId), inArray(rosterImports.state, ['waiting', 'running']));

async function nextUnit({ db }: Writing, importId: string): Promise<StoredRow[]> {
  const waiting = and(eq(rosterImportRows.importId, importId), isNull(rosterImportRows.outcome));
  const [first] = await db
    .select({ unit: rosterImportRows.unit })
    .from(rosterImportRows)
    .where(waiting)
    .orderBy(asc(rosterImportRows.unit))
    .limit(1);
  if (!first) return [];
  return db
    .select()
    .from(rosterImportRows)
    .where(and(waiting, eq(rosterImportRows.unit, first.unit)))
    .orderBy(asc(rosterImportRows.position));
}

// The schools of the package, by its own names.
async function schoolsNamed(db: Writing['db'], importId: string) {
  const rows = await db
    .select({ sourcedId: rosterImportRows.sourcedId, values: rosterImportRows.values })
    .from(rosterImportRows)
    .where(and(eq(rosterImportRows.importId, importId), eq(rosterImportRows.kind, 'school')));
  return rows.map(({ sourcedId, values }) => ({ sourcedId, name: schoolValues.parse(values).name }));
}

// The `sourcedId`s of the package's classes, also of those that are not imported.
async function classesOf(db: Writing['db'], importId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sourcedId: rosterImportRows.sourcedId })
    .from(rosterImportRows)
    .where(and(eq(rosterImportRows.importId, importId), eq(rosterImportRows.file, 'classes.csv')));
  return new Set(rows.map(({ sourcedId }) => sourcedId));
}

interface Step {
  readonly rows: readonly StoredRow[];
  readonly dryRun: boolean;
  readonly bringing: Bringing;
}

async function bring(services: Writing, { rows, dryRun, bringing }: Step): Promise<UnitResults> {
  if (!dryRun) return bringUnit(services, bringing, { rows, named: [] });
  const named = await peopleNamedBy(services, rows);
  let results: UnitResults = new Map();
  const rolledBack = new Error('A dry run writes nothing');
  try {
    await services.db.transaction(async (tx) => {
      results = await bringUnit({ ...services, db: tx }, bringing, { rows, named });
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return results;
}

// The teachers of a class are in an earlier unit, which a dry run has rolled back.
async function peopleNamedBy({ db }: Writing, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const names = rows.filter(({ kind }) => kind === 'teacher').map(({ values }) => teacherValues.parse(values).person);
  const [{ importId } = { importId: '' }] = rows;
  if (names.length === 0) return [];
  return db
    .select()
    .from(rosterImportRows)
    .where(
      and(
        eq(rosterImportRows.importId, importId),
        eq(rosterImportRows.kind, 'person'),
        inArray(rosterImportRows.sourcedId, names),
      ),
    )
    .orderBy(asc(rosterImportRows.position));
}

async function writeResults({ db }: Writing, rows: readonly StoredRow[], results: UnitResults): Promise<void> {
  const [{ importId } = { importId: '' }] = rows;
  const lost: RowResult = refused('messages.invalidValue');
  const written = rows.map(({ position }) => ({ position, ...(results.get(position) ?? lost) }));
  await db.execute(sql`
    update ${rosterImportRows} set outcome = result.outcome, problems = result.problems
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as result(position int, outcome text, problems jsonb)
    where ${rosterImportRows.importId} = ${importId} and ${rosterImportRows.position} = result.position`);
}

/**
 * Deletes imports after 30 days, and after a day those that were never brought in, failed or were cut off: their rows hold
 * the names of children.
 */
export async function forgetOldRosters({ db }: Pick<Writing, 'db'>): Promise<void> {
  const isOld = lt(rosterImports.createdAt, sql`now() - interval '30 days'`);
  const isLeft = and(
    or(inArray(rosterImports.state, ['checked', 'failed']), isCutOff),
    lt(rosterImports.createdAt, sql`now() - interval '1 day'`),
  );
  await db.delete(rosterImports).where(or(isOld, isLeft));
}
