import { and, eq, type SQL, sql } from 'drizzle-orm';
import { revokeKeysOf } from '#api/domains/api-keys/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { voidLinks } from '#api/domains/auth/account-links.ts';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { closeSessionsOf } from '#api/domains/auth/sessions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { ApiProblem, conflict, externalIdExists } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { staffNameProblem } from '#schema/rules/names.ts';
import { assertMayChange, lockUser, refusalOf, type User, visibleTo, withId } from './scope.ts';

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;

interface StatusRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly status: UserStatus;
}

/** Why a status does not change: 403 when the caller may not change it, 409 when the status cannot be reached. */
interface Refusal {
  readonly status: 403 | 409;
  readonly messageKey: MessageKey;
}

/** Sets the status of one user; answers 403 or 409 when it does not change. */
export async function setUserStatus(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { id, ...request }: StatusRequest & { id: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, request.caller, id);
    const refusal = await changeStatus(services, tx, { ...request, user });
    if (refusal) throw new ApiProblem(refusal);
  });
}

/**
 * Changes the status of a locked user. Anybody can be deactivated. A deactivated user becomes what they were before:
 * active, or invited when they never set a password. An invited user becomes active only by accepting the invitation.
 */
export async function changeStatus(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, status, user }: StatusRequest & { user: User },
): Promise<Refusal | undefined> {
  if (user.id === caller.userId) return { status: 403, messageKey: 'messages.ownStatus' };
  const forbidden = await refusalOf(tx, caller, user);
  if (forbidden) return { status: 403, messageKey: forbidden };
  if (status === user.status) return undefined;
  const next = nextStatus(user, status);
  if (next === undefined) return { status: 409, messageKey: 'messages.statusNotReachable' };
  // The mail may be refused, and then nothing of this person has changed yet.
  if (next === INVITED) await sendInvitation(services, tx, { user, requestedById: caller.userId });
  await tx
    .update(users)
    .set({ status: next, ...editedBy(user, caller) })
    .where(withId(user));
  const [before, after] = [{ status: user.status }, { status: next }];
  await recordChange(
    tx,
    { ...caller, requestId },
    { action: 'status', entity: 'users', entityId: user.id, before, after },
  );
  if (next === DEACTIVATED) await endAccess(tx, user.id, 'status');
  return undefined;
}

function nextStatus({ status, passwordHash }: User, wanted: UserStatus): UserStatus | undefined {
  if (wanted === DEACTIVATED) return DEACTIVATED;
  if (status !== DEACTIVATED) return undefined;
  const statusBefore = passwordHash === null ? INVITED : ACTIVED;
  return wanted === ACTIVED || wanted === statusBefore ? statusBefore : undefined;
}

interface MailRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Mails a new invitation and voids the old link. */
export async function resendInvitation(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  request: MailRequest,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, request.caller, request.id);
    if (user.status !== UserStatus.INVITED)
      throw conflict('messages.notInvited', 'This person has no pending invitation.');
    await assertMayChange(tx, request.caller, user);
    await resendInvitationTo(services, tx, { ...request, user });
  });
}

/** The same for an invited user whose row is locked. */
export async function resendInvitationTo(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, user }: Omit<MailRequest, 'id'> & { user: User },
): Promise<void> {
  await sendInvitation(services, tx, { user, requestedById: caller.userId });
  await recordChange(tx, { ...caller, requestId }, { action: 'resend-invitation', entity: 'users', entityId: user.id });
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

/**
 * Ends somebody's access at once: sessions with their access tokens, and mailed links. API keys end too, except when only
 * the e-mail changed.
 */
export async function endAccess(tx: Queryable, userId: string, reason: 'email' | 'status' | 'deletion'): Promise<void> {
  await closeSessionsOf(tx, userId, reason);
  await voidLinks(tx, userId);
  if (reason !== 'email') await revokeKeysOf(tx, userId, reason);
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
