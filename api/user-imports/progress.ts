import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { createDownloads } from '#api/downloads/downloads.ts';
import { userImportRows, userImports } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { reaches } from '#schema/access.ts';
import type { Language } from '#schema/languages.ts';
import type { UserImport } from '#schema/rest/user-files.ts';
import { resultFile } from './result-file.ts';

/** So many errors an answer lists. */
export const listedErrors = 500;

interface Question {
  readonly caller: StaffCaller;
  readonly id: string;
  readonly language: Language;
}

/** How far an import has come; 404 for one that the caller did not make, unless they see every school. */
export async function progressOf(services: Services, { caller, id, language }: Question): Promise<UserImport> {
  const { db } = services;
  const own = reaches(caller.kind, 'Administrator') ? undefined : eq(userImports.createdById, caller.userId);
  const [found] = await db
    .select()
    .from(userImports)
    .where(and(eq(userImports.id, id), own));
  if (!found) throw notFound();
  const wrong = await db
    .select({ row: userImportRows.row, errors: userImportRows.errors })
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, id), isNotNull(userImportRows.errors)))
    .orderBy(asc(userImportRows.row))
    .limit(listedErrors);
  const { createdById: _, requestId: __, ...counts } = found;
  const result = resultFile({ importId: id, language, userId: caller.userId });
  return {
    ...counts,
    errors: wrong
      .flatMap(({ row, errors }) => (errors ?? []).map((error) => ({ row, ...error })))
      .slice(0, listedErrors),
    resultFile: found.state === 'done' ? createDownloads(services).link(result) : null,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
