import { and, asc, count, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readerRole } from '#api/domains/users/reader.ts';
import { type UserWords, userWords } from '#api/domains/users/words.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Database } from '#api/ground/db/client.ts';
import { rosterImportRows, rosterImports } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { type Download, downloadLink, type DownloadReference } from '#api/ground/http/downloads.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { readWords } from '#api/ground/words.ts';
import { reaches } from '#schema/access.ts';
import { type Language, languages } from '#schema/languages.ts';
import { type RosterImport, rosterImportById } from '#schema/rest/roster-files.ts';
import { isCutOff } from './jobs.ts';

interface Question {
  readonly caller: StaffCaller;
  readonly id: string;
  readonly language: Language;
}

/** The response lists at most so many rows. */
const listedRows = 500;

/** The imports that a caller may follow: the own ones, administrators all. */
export const isImportOf = ({ kind, userId }: StaffCaller): SQL | undefined =>
  reaches(kind, 'Administrator') ? undefined : eq(rosterImports.createdById, userId);

/** An import's progress; 404 when the caller neither started it nor is an administrator. */
export async function progressOf(
  services: Uses<'db' | 'links'>,
  { caller, id, language }: Question,
): Promise<RosterImport> {
  const { db } = services;
  const [row] = await db
    .select({ found: rosterImports, cutOff: sql<boolean>`${isCutOff}` })
    .from(rosterImports)
    .where(and(eq(rosterImports.id, id), isImportOf(caller)));
  if (!row) throw notFound();
  const { found, cutOff } = row;
  const counts = await db
    .select({ outcome: rosterImportRows.outcome, count: count() })
    .from(rosterImportRows)
    .where(eq(rosterImportRows.importId, id))
    .groupBy(rosterImportRows.outcome);
  const of = (wanted: string): number => counts.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  const outcomes = {
    created: of('created'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    skipped: of('skipped'),
    refused: of('refused'),
  };
  const { dryRun, fileName, total, ignoredFiles, courses, createdAt, finishedAt } = found;
  const state = cutOff ? 'failed' : found.state;
  const isOver = cutOff || finishedAt !== null;
  const file = resultFile({ importId: id, language, userId: caller.userId });
  return {
    ...{ id, state, dryRun, fileName, total, ...outcomes, ignoredFiles },
    processed: Object.values(outcomes).reduce((sum, some) => sum + some, 0),
    courses: courses.map(({ sourcedId: courseId, ...course }) => ({ courseId, ...course })),
    rows: isOver ? await listed(db, id) : [],
    resultFile: isOver ? downloadLink(services, file, caller) : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

// Whether the row has a message, or was refused or skipped.
const isTold = or(
  inArray(rosterImportRows.outcome, ['refused', 'skipped']),
  sql`${rosterImportRows.problems} <> '[]'::jsonb`,
);

async function listed(db: Database, importId: string): Promise<RosterImport['rows']> {
  const rows = await db
    .select()
    .from(rosterImportRows)
    .where(and(eq(rosterImportRows.importId, importId), isTold))
    .orderBy(sql`${rosterImportRows.outcome} <> 'refused'`, asc(rosterImportRows.position))
    .limit(listedRows);
  return rows.flatMap(({ file, line, sourcedId, outcome, problems }) =>
    outcome === null ? [] : [{ file, row: line, sourcedId, outcome, problems: [...(problems ?? [])] }],
  );
}

const batch = 1000;
const fileKey = z.tuple([z.enum(languages), z.uuid(), z.uuid()]);

interface ResultFile {
  readonly importId: string;
  readonly language: Language;
  /** The link works for this user as long as they may see imports. */
  readonly userId: string;
}

/** The download of an import's rows with their outcomes, as CSV. It has the rows' ids and no names of people. */
const resultFile = ({ importId, language, userId }: ResultFile): DownloadReference => ({
  kind: 'roster-import',
  id: [language, importId, userId].join('.'),
  fileName: 'roster-import-result.csv',
});

export const rosterResultMaker = async (
  { db, settings }: Uses<'db' | 'settings'>,
  id: string,
): Promise<Download | undefined> => {
  const [language, importId, userId] = fileKey.parse(id.split('.'));
  const role = await readerRole(db, userId, rosterImportById);
  if (!role) return undefined;
  const caller = { kind: role, userId, sessionId: null };
  const [found] = await db
    .select({ id: rosterImports.id })
    .from(rosterImports)
    .where(and(eq(rosterImports.id, importId), isImportOf(caller)));
  if (!found) return undefined;
  const messages = await userWords(settings, language);
  const own = await readWords(settings, language, 'one-roster');
  const words = (key: string) => own[key] ?? messages(key);
  const titles = ['columnFile', 'columnRow', 'columnId', 'columnOutcome', 'columnProblem'];
  return {
    contentType: 'text/csv; charset=utf-8',
    write: (target) => writeCsv(target, titles.map(words), lines(db, importId, words)),
  };
};

async function* lines(db: Database, importId: string, words: UserWords): AsyncGenerator<CsvRow> {
  let after: number | undefined = -1;
  while (after !== undefined) {
    const found: Row[] = await db
      .select()
      .from(rosterImportRows)
      .where(and(eq(rosterImportRows.importId, importId), gt(rosterImportRows.position, after)))
      .orderBy(asc(rosterImportRows.position))
      .limit(batch);
    for (const row of found) yield csvLine(row, words);
    after = found.length < batch ? undefined : found.at(-1)?.position;
  }
}

type Row = typeof rosterImportRows.$inferSelect;

const csvLine = ({ file, line, sourcedId, outcome, problems }: Row, words: UserWords): CsvRow => [
  ...[file, line, sourcedId],
  words(`outcome-${outcome ?? 'waiting'}`),
  (problems ?? [])
    .map(({ field, messageKey }) => (field === null ? words(messageKey) : `${field}: ${words(messageKey)}`))
    .join(' / '),
];
