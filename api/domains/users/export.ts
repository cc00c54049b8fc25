import { and, asc, gt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { viewerOf } from '#api/domains/schools/wall.ts';
import { zoneOfCaller } from '#api/domains/schools/zone.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Database } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { inPlaceOf } from '#api/ground/http/calls.ts';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import { schoolTime } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { maskedPhone } from '#schema/rules/phone.ts';
import { filterOf, matchesFilter } from './list.ts';
import { readerRole } from './reader.ts';
import { visibleTo } from './scope.ts';
import { languageWords, phoneTypeWords, roleWord, statusWords, type UserWords, userWords } from './words.ts';

type User = typeof users.$inferSelect;

const batch = 1000;

// We sign the reference, so nobody can change it; the caller's rights are checked again when the file is made.
const fileKey = z.object({ userId: z.string(), query: exportUsers.query });

/** The CSV file of the users that a filter finds, for this caller. */
export function userFile({ userId }: StaffCaller, query: QueryOf<typeof exportUsers>, day: string): DownloadReference {
  const id = Buffer.from(JSON.stringify({ userId, query })).toString('base64url');
  return { kind: 'users', id, fileName: `users_${day}.csv` };
}

export const userFileMaker = async (
  { db, settings }: Uses<'db' | 'settings'>,
  id: string,
): Promise<Download | undefined> => {
  const { userId, query } = fileKey.parse(JSON.parse(Buffer.from(id, 'base64url').toString()));
  const kind = await readerRole(db, userId, exportUsers);
  if (!kind) return undefined;
  const caller = { kind, userId, sessionId: null };
  const words = await userWords(settings, query.Language);
  const condition = and(visibleTo(caller), matchesFilter(filterOf(query)));
  const timeZone = await zoneOfCaller(db, caller, settings.timeZone);
  const header = columns.map(({ heading }) => words(heading));
  return {
    contentType: 'text/csv; charset=utf-8',
    // A link is opened beyond the wall.
    write: (target) =>
      inPlaceOf({ operation: exportUsers, caller }, { viewerOf }, () =>
        writeCsv(target, header, rowsOf(db, condition, { words, timeOf: (at) => schoolTime(timeZone, at) })),
      ),
  };
};

interface Column {
  readonly heading: string;
  readonly cell: (user: User, terms: Terms) => string | null;
}

interface Terms {
  readonly words: UserWords;
  /** A moment as the date and time where the school is. */
  readonly timeOf: (at: Date) => string;
}

// An import reads the first seven.
const columns: readonly Column[] = [
  { heading: 'users.email', cell: ({ email }) => email },
  { heading: 'users.lastName', cell: ({ lastName }) => lastName },
  { heading: 'users.firstName', cell: ({ firstName }) => firstName },
  { heading: 'users.role', cell: ({ role }, { words }) => words(roleWord(role)) },
  // The mask keeps the first zero, which spreadsheets drop from bare digits.
  { heading: 'users.phoneNumber', cell: ({ phoneNumber }) => phoneNumber && maskedPhone(phoneNumber) },
  { heading: 'users.phoneType', cell: ({ phoneType }, { words }) => phoneType && words(phoneTypeWords[phoneType]) },
  { heading: 'users.language', cell: ({ language }, { words }) => words(languageWords[language]) },
  { heading: 'users.status', cell: ({ status }, { words }) => words(statusWords[status]) },
  { heading: 'users.dateCreated', cell: ({ createdAt }, { timeOf }) => timeOf(createdAt) },
  { heading: 'users.lastSignIn', cell: ({ lastSignInAt }, { timeOf }) => lastSignInAt && timeOf(lastSignInAt) },
];

// Keyset paging by id: a slow reader blocks neither memory nor a connection.
async function* rowsOf(db: Database, condition: SQL | undefined, terms: Terms): AsyncGenerator<CsvRow> {
  let after: string | undefined;
  do {
    const found = await db
      .select()
      .from(users)
      .where(and(condition, after === undefined ? undefined : gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(batch);
    for (const user of found) yield columns.map(({ cell }) => cell(user, terms));
    after = found.length < batch ? undefined : found.at(-1)?.id;
  } while (after !== undefined);
}
