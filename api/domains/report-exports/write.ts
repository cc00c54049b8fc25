import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, lt, not, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { lockUsers } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { reportExports } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { mostExports, type ReportQuestion } from '#schema/rest/report-exports.ts';
import { exportReport, hasExportJob } from './jobs.ts';

interface ExportRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly question: ReportQuestion;
}

/** The attempts of the job. Together they take a minute and a half, so that a user soon sees a failure. */
const maxAttempts = 5;

/** Creates an export and its job. Resolves to the id; the same id for the same question while the export is running. */
export async function startExport(
  { db, jobs }: Uses<'db' | 'jobs'>,
  { caller, requestId, question }: ExportRequest,
): Promise<string> {
  const { Report: report, ...filters } = question;
  // In the form in which the database returns it.
  const stored: unknown = JSON.parse(JSON.stringify(filters));
  return db.transaction(async (tx) => {
    // The row lock serialises the exports of one user.
    await lockUsers(tx, caller, []);
    await failAbandoned(tx, caller.userId);
    const open = await runningExports(tx, caller.userId);
    const same = open.find((one) => one.report === report && isDeepStrictEqual(one.question, stored));
    if (same) return same.id;
    if (open.length >= mostExports)
      throw conflict('messages.tooManyExports', 'Three of your files are still being created. Wait for one to finish.');
    const id = newId();
    const row = { id, createdById: caller.userId, report, question: filters, storageKey: `report-${id}.csv` };
    await tx.insert(reportExports).values(row);
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'export', entity: 'report_exports', entityId: id, after: { report, ...named(question) } },
    );
    // The queue runs one export at a time, so that big files use one connection only.
    await jobs.add(tx, exportReport, { exportId: id }, { queue: 'report exports', maxAttempts });
    return id;
  });
}

// Marks exports as failed whose process was killed at the last attempt. The queue is not seen behind the wall.
const failAbandoned = (tx: Queryable, userId: string) =>
  beyondWall(tx, (all) =>
    all
      .update(reportExports)
      .set({ state: 'failed', finishedAt: new Date() })
      .where(
        and(
          eq(reportExports.createdById, userId),
          inArray(reportExports.state, ['waiting', 'running']),
          lt(reportExports.createdAt, sql`now() - interval '1 hour'`),
          not(hasExportJob),
        ),
      ),
  );

const runningExports = (tx: Queryable, userId: string) =>
  tx
    .select({ id: reportExports.id, report: reportExports.report, question: reportExports.question })
    .from(reportExports)
    .where(and(eq(reportExports.createdById, userId), inArray(reportExports.state, ['waiting', 'running'])));

// The values for the audit log, by its field names.
const named = ({ From, To, ClassId, TextBookId, LessonId, ContentType }: ReportQuestion) => ({
  ...{ from: From, to: To },
  ...(ClassId !== undefined && { classId: ClassId }),
  ...(TextBookId !== undefined && { textbookId: TextBookId }),
  ...(LessonId !== undefined && { lessonId: LessonId }),
  ...(ContentType !== undefined && { type: ContentType }),
});
