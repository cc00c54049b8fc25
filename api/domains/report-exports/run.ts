import { and, eq, inArray, lt, not, sql } from 'drizzle-orm';
import { type Checking, mayRemove } from '#api/domains/media/store-check.ts';
import { type ReportTable, usageTable, viewTable, visitorTable } from '#api/domains/reports/exports.ts';
import { worksNow } from '#api/domains/users/scope.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import { reportExports, users } from '#api/ground/db/schema.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { keepReserve } from '#api/ground/storage/disk-reserve.ts';
import { putWritten } from '#api/ground/storage/put-written.ts';
import { mayCall } from '#schema/access.ts';
import { type ReportKind, startReportExport } from '#schema/rest/report-exports.ts';
import { exportUsageReport, exportVisitorReport } from '#schema/rest/reports.ts';
import { type Export, forgetExports, hasExportJob } from './jobs.ts';

/**
 * Writes an export's file into storage. A retry starts from the beginning: storage never keeps half a file, and rows of
 * two snapshots must not be mixed.
 */
export async function writeExport(
  services: Uses<'db' | 'readReports' | 'settings' | 'storage' | 'disk'>,
  { exportId }: Export,
  { lastAttempt, signal }: JobRun,
): Promise<void> {
  const { db, storage } = services;
  let wanted = true;
  try {
    const found = await openExport(services, exportId);
    if (!found) return;
    wanted = found.allowed;
    if (!wanted) throw new Error('Whoever asked may not see reports any more');
    const rowsDone = await writeFile(services, { ...found, signal });
    const done = { state: 'done', rowsDone, finishedAt: new Date() } as const;
    const [kept] = await db.update(reportExports).set(done).where(eq(reportExports.id, exportId)).returning();
    // The export was deleted during the run, together with the account of its owner.
    if (!kept) await storage.remove(found.storageKey);
  } catch (error) {
    if (lastAttempt || !wanted)
      await db.update(reportExports).set({ state: 'failed', finishedAt: new Date() }).where(isOpen(exportId));
    if (wanted) throw error;
  }
}

// A second worker may have finished the export while this worker was slow. A finished export must not change.
const isOpen = (exportId: string) =>
  and(eq(reportExports.id, exportId), inArray(reportExports.state, ['waiting', 'running']));

async function openExport({ db, settings }: Uses<'db' | 'settings'>, exportId: string) {
  const [found] = await db
    .select({ export: reportExports, role: users.role })
    .from(reportExports)
    .leftJoin(users, and(eq(users.id, reportExports.createdById), worksNow))
    .where(isOpen(exportId));
  if (!found) return undefined;
  const { report, question, id, storageKey } = found.export;
  const tables: Record<ReportKind, () => Promise<ReportTable>> = {
    visitors: () => visitorTable(settings, exportVisitorReport.query.parse(question)),
    usage: () => usageTable(settings, exportUsageReport.query.parse(question)),
    views: () => viewTable(settings, exportUsageReport.query.parse(question)),
  };
  const table = await tables[report]();
  return { id, storageKey, table, allowed: found.role !== null && mayCall(found.role, startReportExport.access) };
}

interface Writing {
  readonly id: string;
  readonly storageKey: string;
  readonly table: ReportTable;
  readonly signal: AbortSignal;
}

// The progress is updated after so many rows.
const rowsToTell = 2000;

// Resolves to the number of rows in the file.
async function writeFile(
  { db, readReports, storage, disk }: Uses<'db' | 'readReports' | 'storage' | 'disk'>,
  { id, storageKey, table, signal }: Writing,
): Promise<number> {
  const tell = (progress: { readonly rowsDone: number; readonly rowsTotal?: number }) =>
    db
      .update(reportExports)
      .set({ state: 'running', ...progress })
      .where(isOpen(id));
  let rowsDone = 0;
  async function* counted(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
    for await (const row of rows) {
      yield row;
      rowsDone += 1;
      if (rowsDone % rowsToTell > 0) continue;
      signal.throwIfAborted();
      await keepReserve(disk);
      await tell({ rowsDone });
    }
  }
  await readReports(async (tx) => {
    // A job, not a request: sorting millions of rows may take longer than the statement timeout.
    await tx.execute(sql`set local statement_timeout = 0`);
    await keepReserve(disk);
    await tell({ rowsDone: 0, rowsTotal: await table.count(tx) });
    await putWritten(storage, storageKey, (file) => writeCsv(file, table.header, counted(table.rows(tx))));
  });
  return rowsDone;
}

/**
 * Deletes exports and their files after a day, except those that still wait in the queue. A file that stays behind has no
 * row, and the sweep removes it.
 */
export async function forgetOldExports(services: Uses<'db' | 'storage'> & Checking): Promise<void> {
  if (!(await mayRemove(services, forgetExports.name))) return;
  const { db, storage } = services;
  const old = and(lt(reportExports.createdAt, sql`now() - interval '1 day'`), not(hasExportJob));
  const deletedExports = await db.delete(reportExports).where(old).returning({ key: reportExports.storageKey });
  for (const { key } of deletedExports) await storage.remove(key);
}
