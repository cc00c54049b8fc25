import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type CsvRow, writeCsv } from '#api/csv/write.ts';
import { userImportRows, userImports, users } from '#api/db/schema.ts';
import type { DownloadMaker, DownloadReference } from '#api/downloads/downloads.ts';
import type { Services } from '#api/services.ts';
import { type UserWords, userWords } from '#api/users/words.ts';
import { mayCall } from '#schema/access.ts';
import { type Language, languages } from '#schema/languages.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { userImportById } from '#schema/rest/user-files.ts';
import { importFields } from './columns.ts';

const batch = 1000;
const made = z.tuple([z.enum(languages), z.uuid(), z.uuid()]);

interface ResultFile {
  readonly importId: string;
  readonly language: Language;
  /** Who asks; the file opens for them while they may look at imports. */
  readonly userId: string;
}

/** Every row of an import with what became of it, as CSV in a language. */
export const resultFile = ({ importId, language, userId }: ResultFile): DownloadReference => ({
  kind: 'user-import',
  id: [language, importId, userId].join('.'),
  fileName: 'users-import-result.csv',
});

export const resultFileMaker: DownloadMaker = async ({ db, settings }, id) => {
  const [language, importId, userId] = made.parse(id.split('.'));
  const [reader] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  if (!reader || !mayCall(reader.role, userImportById.access)) return undefined;
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

async function* lines(db: Services['db'], importId: string, words: UserWords): AsyncGenerator<CsvRow> {
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
