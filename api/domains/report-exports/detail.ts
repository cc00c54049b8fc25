import { pipeline } from 'node:stream/promises';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { reportFileName } from '#api/domains/reports/exports.ts';
import { readerRole } from '#api/domains/users/reader.ts';
import { reportExports } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { type Download, downloadLink } from '#api/ground/http/downloads.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { reportExport, type ReportExport } from '#schema/rest/report-exports.ts';

interface Question {
  readonly caller: StaffCaller;
  readonly id: string;
}

/** An export's progress, with a link to its file when it is done. */
export async function progressOf(services: Uses<'db' | 'links'>, { caller, id }: Question): Promise<ReportExport> {
  const [found] = await services.db.select().from(reportExports).where(eq(reportExports.id, id));
  if (!found) throw notFound();
  const { report, state, rowsDone, rowsTotal, question, createdAt, finishedAt } = found;
  const file = {
    kind: 'report-export',
    // The link works for this user as long as they may see reports.
    id: `${id}.${caller.userId}`,
    fileName: reportFileName(report, question),
  };
  return {
    ...{ id, report, state, rowsDone, rowsTotal },
    file: state === 'done' ? downloadLink(services, file, caller) : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

const fileKey = z.tuple([z.uuid(), z.uuid()]);

/** The file of an export, read from storage. */
export const reportExportFile = async (
  { db, storage }: Uses<'db' | 'storage'>,
  id: string,
): Promise<Download | undefined> => {
  const [exportId, userId] = fileKey.parse(id.split('.'));
  if (!(await readerRole(db, userId, reportExport))) return undefined;
  const [found] = await db
    .select({ storageKey: reportExports.storageKey })
    .from(reportExports)
    .where(and(eq(reportExports.id, exportId), eq(reportExports.state, 'done')));
  if (!found || (await storage.size(found.storageKey)) === undefined) return undefined;
  return {
    contentType: 'text/csv; charset=utf-8',
    write: async (target) => pipeline(await storage.open(found.storageKey), target),
  };
};
