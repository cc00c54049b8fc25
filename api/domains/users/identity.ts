import { and, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { conflict } from '#api/ground/http/problems.ts';
import { staffNameProblem } from '#schema/rules/names.ts';
import { visibleTo } from './scope.ts';

type StaffNames = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>;
type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'username'>;

// Japanese names have the family name first, often without a space: the text holds both orders.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** Who has an e-mail, in any case of letters; undefined where the caller does not see them. */
export async function idByEmail(db: Queryable, caller: StaffCaller, email: string): Promise<string | undefined> {
  const isSame = sql`lower(${users.email}) = lower(${email}::text)`;
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isSame, visibleTo(caller)));
  return found?.id;
}

/** Runs a write; answers 409 on `email`, with `existingId`, when somebody else has the e-mail, in any case of letters. */
export async function withUniqueEmail<Result>(
  write: () => Promise<Result>,
  find?: () => Promise<string | undefined>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isViolation(error, 'users_email_unique')) throw error;
    throw emailExists(await find?.());
  }
}

export const emailExists = (existingId?: string) =>
  conflict('messages.emailExists', 'The email already exists.', 'email', existingId);

/** Answers 400 for names of staff that break the rule; those that are stored in `before` pass. */
export const assertStaffNames = ({ firstName, lastName }: StaffNames, before?: StaffNames): void =>
  assertNames({ firstName, lastName }, staffNameProblem, { ...before });
