import { pipeline } from 'node:stream/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { reportExports, users } from '#api/db/schema.ts';
import type { DownloadMaker } from '#api/downloads/downloads.ts';
import { mayCall } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { reportExport } from '#schema/rest/report-exports.ts';

const made = z.tuple([z.uuid(), z.uuid()]);

/** The file of an export, from the storage. */
export const reportExportFile: DownloadMaker = async ({ db, storage }, id) => {
  const [exportId, userId] = made.parse(id.split('.'));
  const [reader] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  if (!reader || !mayCall(reader.role, reportExport.access)) return undefined;
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
