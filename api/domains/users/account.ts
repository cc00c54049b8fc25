import { and, eq, type SQL, sql } from 'drizzle-orm';
import { revokeKeysOf } from '#api/domains/api-keys/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { voidLinks } from '#api/domains/auth/account-links.ts';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { closeSessionsOf } from '#api/domains/auth/sessions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { conflict, externalIdExists } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { staffNameProblem } from '#schema/rules/names.ts';
import { assertMayChange, lockUser, type User, visibleTo } from './scope.ts';

interface MailRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Mails a new invitation and voids the old link. */
export async function resendInvitation(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { caller, requestId, id }: MailRequest,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, caller, id);
    if (user.status !== UserStatus.INVITED)
      throw conflict('messages.notInvited', 'This person has no pending invitation.');
    await assertMayChange(tx, caller, user);
    await sendInvitation(services, tx, { user, requestedById: caller.userId });
    await recordChange(tx, { ...caller, requestId }, { action: 'resend-invitation', entity: 'users', entityId: id });
  });
}

/** Mails a link to set a new password. */
export async function resetUserPassword(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { caller, requestId, id }: MailRequest,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, caller, id);
    if (user.status !== UserStatus.ACTIVED) throw conflict('messages.notActive', 'This account is not active.');
    await assertMayChange(tx, caller, user);
    await sendPasswordReset(services, tx, { user, requestedById: caller.userId });
    await recordChange(tx, { ...caller, requestId }, { action: 'reset-password', entity: 'users', entityId: id });
  });
}

/** Whether the person has accepted the invitation: by setting a password, or by signing in at the provider. */
export const hasAccepted = ({ passwordHash, lastSignInAt }: User): boolean =>
  passwordHash !== null || lastSignInAt !== null;

/**
 * Ends the access of users at once: sessions with their access tokens, and mailed links. API keys end too, except
 * when only the e-mail changed.
 */
export async function endAccess(
  tx: Queryable,
  userIds: readonly string[],
  reason: 'email' | 'status' | 'deletion',
): Promise<void> {
  await closeSessionsOf(tx, userIds, reason);
  await voidLinks(tx, userIds);
  if (reason !== 'email') await revokeKeysOf(tx, userIds, reason);
}

type StaffNames = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>;
type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'username'>;

// Japanese names have the family name first, often without a space: the text holds both orders.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** The id of the user with an e-mail, in any letter case; undefined when the caller may not see the user. */
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
  readonly username: string | null;
}

/**
 * Runs a write; answers 409 on `email`, `externalId` or `username` when somebody else has it, with `existingId` where the
 * caller sees them.
 */
export async function withUniqueIdentity<Result>(
  write: () => Promise<Result>,
  { db, caller, values }: { readonly db: Queryable; readonly caller: StaffCaller; readonly values: Identity },
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isViolation(error, 'users_email_unique')) throw emailExists(await idByEmail(db, caller, values.email));
    const idBy = async (which: SQL) =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(and(which, visibleTo(caller)))
      )[0]?.id;
    if (isViolation(error, 'users_external_id_unique'))
      throw externalIdExists(await idBy(eq(users.externalId, values.externalId ?? '')));
    if (isViolation(error, 'users_username_unique'))
      throw usernameExists(await idBy(sql`lower(${users.username}) = lower(${values.username})`));
    throw error;
  }
}

const usernameExists = (existingId?: string) =>
  conflict('messages.usernameExists', 'The username already exists.', 'username', existingId);

export const emailExists = (existingId?: string) =>
  conflict('messages.emailExists', 'The email already exists.', 'email', existingId);

/** Answers 400 for names of staff that break the rule; those that are stored in `before` pass. */
export const assertStaffNames = ({ firstName, lastName }: StaffNames, before?: StaffNames): void =>
  assertNames({ firstName, lastName }, staffNameProblem, { ...before });

/** Whether somebody would get another e-mail by this. */
export async function isNewEmail(db: Queryable, id: string, email: string): Promise<boolean> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return user !== undefined && !isSameEmail(user.email, email);
}

export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
