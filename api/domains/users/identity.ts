import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { conflict, externalIdExists } from '#api/ground/http/problems.ts';
import { staffNameProblem } from '#schema/rules/names.ts';
import { visibleTo } from './scope.ts';

type StaffNames = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>;
type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'username'>;

// Japanese names have the family name first, often without a space: the text holds both orders.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** Who has an e-mail, in any case of letters; undefined where the caller does not see them. */
async function idByEmail(db: Queryable, caller: StaffCaller, email: string): Promise<string | undefined> {
  const isSame = sql`lower(${users.email}) = lower(${email}::text)`;
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isSame, visibleTo(caller)));
  return found?.id;
}

/** Runs a write; answers 409 on `email` when somebody else has the e-mail, in any case of letters. */
export async function withUniqueEmail<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isViolation(error, 'users_email_unique')) throw error;
    throw emailExists();
  }
}

interface Identity {
  readonly email: string;
  readonly externalId: string | null;
}

/**
 * Runs a write; answers 409 on `email` or `externalId` when somebody else has it, with `existingId` where the caller sees
 * them.
 */
export async function withUniqueIdentity<Result>(
  write: () => Promise<Result>,
  { db, caller, values }: { readonly db: Queryable; readonly caller: StaffCaller; readonly values: Identity },
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isViolation(error, 'users_email_unique')) throw emailExists(await idByEmail(db, caller, values.email));
    if (!isViolation(error, 'users_external_id_unique')) throw error;
    const [found] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.externalId, values.externalId ?? ''), visibleTo(caller)));
    throw externalIdExists(found?.id);
  }
}

export const emailExists = (existingId?: string) =>
  conflict('messages.emailExists', 'The email already exists.', 'email', existingId);

/** Answers 400 for names of staff that break the rule; those that are stored in `before` pass. */
export const assertStaffNames = ({ firstName, lastName }: StaffNames, before?: StaffNames): void =>
  assertNames({ firstName, lastName }, staffNameProblem, { ...before });
