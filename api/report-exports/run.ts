import { PassThrough } from 'node:stream';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/csv/write.ts';
import { reportExports, users } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import { type ReportTable, usageTable, visitorTable } from '#api/reports/report-table.ts';
import type { Services } from '#api/services.ts';
import type { DiskReserve } from '#api/storage/disk-reserve.ts';
import { mayCall } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { startReportExport } from '#schema/rest/report-exports.ts';
import { exportUsageReport, exportVisitorReport } from '#schema/rest/reports.ts';

/**
 * Writes an export's file into the storage. Whoever takes a killed job up begins anew: the storage has a file whole or
 * not at all, and the rows of two moments do not belong into one.
 */
export const exportReport: Task<{ readonly exportId: string }> =
  (services) =>
  async ({ exportId }, { lastAttempt, signal }) => {
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
      // Forgotten meanwhile, with whoever asked.
      if (!kept) await storage.remove(found.storageKey);
    } catch (error) {
      if (lastAttempt || !wanted)
        await db
          .update(reportExports)
          .set({ state: 'failed', finishedAt: new Date() })
          .where(eq(reportExports.id, exportId));
      if (wanted) throw error;
    }
  };

async function openExport({ db, settings }: Services, exportId: string) {
  const [found] = await db
    .select({ export: reportExports, role: users.role })
    .from(reportExports)
    .leftJoin(
      users,
      and(eq(users.id, reportExports.createdById), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)),
    )
    .where(and(eq(reportExports.id, exportId), inArray(reportExports.state, ['waiting', 'running'])));
  if (!found) return undefined;
  const { report, question, id, storageKey } = found.export;
  const table =
    report === 'visitors'
      ? await visitorTable(settings, exportVisitorReport.query.parse(question))
      : await usageTable(settings, exportUsageReport.query.parse(question));
  return { id, storageKey, table, allowed: found.role !== null && mayCall(found.role, startReportExport.access) };
}

interface Writing {
  readonly id: string;
  readonly storageKey: string;
  readonly table: ReportTable;
  readonly signal: AbortSignal;
}

// Often enough for a progress bar, seldom enough to cost nothing.
const rowsToTell = 2000;

/** Tells how many rows the file has. */
async function writeFile(
  { db, readReports, storage, disk }: Services,
  { id, storageKey, table, signal }: Writing,
): Promise<number> {
  const tell = (progress: { readonly rowsDone: number; readonly rowsTotal?: number }) =>
    db
      .update(reportExports)
      .set({ state: 'running', ...progress })
      .where(eq(reportExports.id, id));
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
    // Nobody waits in a request: to put millions of rows in order may take longer than one may.
    await tx.execute(sql`set local statement_timeout = 0`);
    await keepReserve(disk);
    await tell({ rowsDone: 0, rowsTotal: await table.count(tx) });
    const file = new PassThrough();
    const storing = storage.put(storageKey, file).catch((error: unknown) => {
      // Who writes would wait for a reader for ever.
      file.destroy();
      throw error;
    });
    const [stored, written] = await Promise.allSettled([
      storing,
      writeCsv(file, table.header, counted(table.rows(tx))),
    ]);
    // When the rows end early, the storage hears of it as a stream that broke off.
    if (written.status === 'rejected' && stored.status === 'fulfilled') await storage.remove(storageKey);
    for (const end of [stored, written]) if (end.status === 'rejected') throw end.reason;
  });
  return rowsDone;
}

// A file of millions of rows would use up the room that page views and sign-ins need.
async function keepReserve(disk: DiskReserve): Promise<void> {
  const room = await disk.take(0);
  if (!room) throw new Error('The disk has no room for a report beside its reserve');
  room.release();
}
