import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { readerRole } from '#api/domains/users/reader.ts';
import { type UserWords, userWords } from '#api/domains/users/words.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Database } from '#api/ground/db/client.ts';
import { userImportRows, userImports } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { type Download, downloadLink, type DownloadReference } from '#api/ground/http/downloads.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { reaches } from '#schema/access.ts';
import { type Language, languages } from '#schema/languages.ts';
import { type UserImport, userImportById } from '#schema/rest/user-files.ts';
import { importFields, listedErrors } from './read-file.ts';

interface Question {
  readonly caller: StaffCaller;
  readonly id: string;
  readonly language: Language;
}

/** An import's progress; 404 when the caller neither started it nor is an administrator. */
export async function progressOf(
  services: Uses<'db' | 'links'>,
  { caller, id, language }: Question,
): Promise<UserImport> {
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
    resultFile: found.state === 'done' ? downloadLink(services, result, caller) : null,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}

const batch = 1000;
const fileKey = z.tuple([z.enum(languages), z.uuid(), z.uuid()]);

interface ResultFile {
  readonly importId: string;
  readonly language: Language;
  /** The link works for this user as long as they may see imports. */
  readonly userId: string;
}

/** The download of an import's rows with their results, as CSV. */
export const resultFile = ({ importId, language, userId }: ResultFile): DownloadReference => ({
  kind: 'user-import',
  id: [language, importId, userId].join('.'),
  fileName: 'users-import-result.csv',
});

export const resultFileMaker = async (
  { db, settings }: Uses<'db' | 'settings'>,
  id: string,
): Promise<Download | undefined> => {
  const [language, importId, userId] = fileKey.parse(id.split('.'));
  if (!(await readerRole(db, userId, userImportById))) return undefined;
  const [found] = await db.select({ id: userImports.id }).from(userImports).where(eq(userImports.id, importId));
  if (!found) return undefined;
  const words = await userWords(settings, language);
  const titles = [
    'users.fileRow',
    ...importFields.map((field) => `users.${field}`),
    'users.fileResult',
    'users.fileProblem',
  ];
  return {
    contentType: 'text/csv; charset=utf-8',
    write: (target) => writeCsv(target, titles.map(words), lines(db, importId, words)),
  };
};

async function* lines(db: Database, importId: string, words: UserWords): AsyncGenerator<CsvRow> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const found: Row[] = await db
      .select()
      .from(userImportRows)
      .where(and(eq(userImportRows.importId, importId), gt(userImportRows.row, after)))
      .orderBy(asc(userImportRows.row))
      .limit(batch);
    for (const row of found) yield line(row, words);
    after = found.length < batch ? undefined : found.at(-1)?.row;
  }
}

type Row = typeof userImportRows.$inferSelect;

const line = ({ row, cells, errors }: Row, words: UserWords): CsvRow => [
  row,
  ...importFields.map((field) => cells[field] ?? ''),
  words(errors === null ? 'users.fileInvited' : 'users.fileNotInvited'),
  (errors ?? []).map(({ field, messageKey }) => `${words(`users.${field}`)}: ${words(messageKey)}`).join(' / '),
];
