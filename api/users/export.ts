import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type CsvRow, writeCsv } from '#api/csv/write.ts';
import { users } from '#api/db/schema.ts';
import type { DownloadMaker, DownloadReference } from '#api/downloads/downloads.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import { mayCall } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { maskedPhone } from '#schema/rules/phone.ts';
import { filteredBy } from './filter.ts';
import { visibleTo } from './scope.ts';
import { languageWords, phoneTypeWords, roleWord, statusWords, type UserWords, userWords } from './words.ts';

type User = typeof users.$inferSelect;

const batch = 1000;

// Signed by us, so what is asked for is what the caller asked for; what they may see is looked up again.
const made = z.object({ userId: z.string(), query: exportUsers.query });

/** The file of whom a filter finds, for this caller. */
export function userFile({ userId }: StaffCaller, query: QueryOf<typeof exportUsers>, day: string): DownloadReference {
  const id = Buffer.from(JSON.stringify({ userId, query })).toString('base64url');
  return { kind: 'users', id, fileName: `users_${day}.csv` };
}

export const userFileMaker: DownloadMaker = async ({ db, settings }, id) => {
  const { userId, query } = made.parse(JSON.parse(Buffer.from(id, 'base64url').toString()));
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const live = user?.status === UserStatus.ACTIVED && user.deletedAt === null;
  if (!live || !mayCall(user.role, exportUsers.access)) return undefined;
  const caller = { kind: user.role, userId, sessionId: null };
  const words = await userWords(settings, query.Language);
  const { Roles, UserStatus: status, SearchText } = query;
  const condition = and(visibleTo(caller), filteredBy({ roles: Roles, status, search: SearchText }));
  const header = columns.map(({ heading }) => words(heading));
  return {
    contentType: 'text/csv; charset=utf-8',
    write: (target) => writeCsv(target, header, rowsOf(db, condition, words)),
  };
};

interface Column {
  readonly heading: string;
  readonly cell: (user: User, words: UserWords) => string | null;
}

/** The first seven are what an import reads. */
const columns: readonly Column[] = [
  { heading: 'users.email', cell: ({ email }) => email },
  { heading: 'users.lastName', cell: ({ lastName }) => lastName },
  { heading: 'users.firstName', cell: ({ firstName }) => firstName },
  { heading: 'users.role', cell: ({ role }, words) => words(roleWord(role)) },
  // With its mask, because a spreadsheet takes the first zero from bare digits.
  { heading: 'users.phoneNumber', cell: ({ phoneNumber }) => phoneNumber && maskedPhone(phoneNumber) },
  { heading: 'users.phoneType', cell: ({ phoneType }, words) => phoneType && words(phoneTypeWords[phoneType]) },
  { heading: 'users.language', cell: ({ language }, words) => words(languageWords[language]) },
  { heading: 'users.status', cell: ({ status }, words) => words(statusWords[status]) },
  { heading: 'users.dateCreated', cell: ({ createdAt }) => createdAt.toISOString() },
  { heading: 'users.lastSignIn', cell: ({ lastSignInAt }) => lastSignInAt?.toISOString() ?? null },
];

// Batch after batch by id, each a query of its own: a slow reader holds neither memory nor a connection.
async function* rowsOf(db: Services['db'], condition: SQL | undefined, words: UserWords): AsyncGenerator<CsvRow> {
  let after: string | undefined;
  do {
    const found = await db
      .select()
      .from(users)
      .where(and(condition, after === undefined ? undefined : gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(batch);
    for (const user of found) yield columns.map(({ cell }) => cell(user, words));
    after = found.length < batch ? undefined : found.at(-1)?.id;
  } while (after !== undefined);
}
