import { eq } from 'drizzle-orm';
import { reportExports } from '#api/db/schema.ts';
import { createDownloads } from '#api/downloads/downloads.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import { reportFileName } from '#api/reports/exports.ts';
import type { Services } from '#api/services.ts';
import type { ReportExport } from '#schema/rest/report-exports.ts';

interface Question {
  readonly caller: StaffCaller;
  readonly id: string;
}

/** How far an export has come, with a link to its file when it is there. */
export async function progressOf(services: Services, { caller, id }: Question): Promise<ReportExport> {
  const [found] = await services.db.select().from(reportExports).where(eq(reportExports.id, id));
  if (!found) throw notFound();
  const { report, state, rowsDone, rowsTotal, question, createdAt, finishedAt } = found;
  const file = {
    kind: 'report-export',
    // The file opens for this person while they may look at reports.
    id: `${id}.${caller.userId}`,
    fileName: reportFileName(report, question),
  };
  return {
    ...{ id, report, state, rowsDone, rowsTotal },
    file: state === 'done' ? createDownloads(services).link(file) : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
