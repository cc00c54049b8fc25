import { revokeKeysOf } from '#api/domains/api-keys/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, newRowTimes } from '#api/domains/audit/versions.ts';
import { askForEmail, noticeOldAddress } from '#api/domains/auth/email-change.ts';
import { sendInvitation } from '#api/domains/auth/invitations.ts';
import { closeSessionsOf } from '#api/domains/auth/sessions.ts';
import type { AssertOwnPassword } from '#api/domains/auth/passwords.ts';
import { taughtBy } from '#api/domains/schools/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { lockClassesTaughtBy } from '#api/domains/classes/scope.ts';
import { languageOfInvited } from '#api/domains/schools/language.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, forbidden } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { reaches } from '#schema/access.ts';
import type { Language } from '#schema/languages.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { createUser as createUserOperation } from '#schema/rest/users.ts';
import { phoneTypeOf } from '#schema/rules/phone.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { userFields, type UserValues } from '#schema/rules/users.ts';
import {
  assertStaffNames,
  endAccess,
  hasAccepted,
  isNewEmail,
  isSameEmail,
  userSearchText,
  withUniqueIdentity,
} from './account.ts';
import { assertMayChange, assertMayGrant, assertMayLeaveRole, lockUser, type User, withId } from './scope.ts';

type Writing = Uses<'db' | 'settings' | 'secrets' | 'jobs'>;

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: BodyOf<typeof createUserOperation>;
}

/** Creates and invites a member of staff. Resolves to the id. Of simultaneous calls with the same e-mail, one succeeds. */
export async function createUser(services: Writing, creation: Creation): Promise<string> {
  const { caller, values } = creation;
  assertMayGrant(caller, values.role);
  assertStaffNames(values);
  const newRow = { table: users, userId: caller.userId, key: values.idempotencyKey };
  return withUniqueIdentity(
    () =>
      createOnce(services.db, newRow, (id) =>
        services.db.transaction((tx) => insertUser(services, tx, { id, ...creation })),
      ),
    { db: services.db, caller, values },
  );
}

interface NewUser {
  readonly id: string;
  readonly caller: Pick<StaffCaller, 'userId' | 'apiKey'>;
  readonly requestId: string;
  readonly values: UserValues;
}

/** Inserts and invites a member of staff. A taken e-mail violates the unique index. */
export async function insertUser(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { id, caller, requestId, values }: NewUser,
) {
  const language = await languageOfInvited(tx, caller.userId);
  const made = { invitedById: caller.userId, updatedById: caller.userId, ...newRowTimes };
  const [user] = await tx
    .insert(users)
    .values({ ...columnsOf(values, language), ...made, id })
    .returning();
  if (!user) throw new Error('An insert gave no row back');
  const author = { ...caller, requestId };
  const change = { action: 'create', entity: 'users', entityId: user.id, after: auditedOf(user) } as const;
  await recordChange(tx, author, change);
  await sendInvitation(services, tx, { user, requestedById: caller.userId });
  return user.id;
}

interface Update {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
  readonly values: UserValues & { readonly version: number; readonly password: string | null };
  readonly assertOwnPassword: AssertOwnPassword;
}

/** Replaces a user's fields; answers 409 when somebody changed the user since the caller read them. */
export async function updateUser(services: Writing, update: Update): Promise<void> {
  const { caller, id, values, assertOwnPassword } = update;
  // Before the transaction, since hashing is slow and the transaction holds row locks.
  if (caller.apiKey && values.password !== null)
    throw forbidden('messages.apiKeyNotHere', 'A password is not taken with an API key.');
  const own = id === caller.userId && !caller.apiKey && (await isNewEmail(services.db, id, values.email));
  if (own || values.password !== null) await assertOwnPassword(caller.userId, values.password);
  await withUniqueIdentity(() => services.db.transaction((tx) => writeUpdate(services, tx, update)), {
    db: services.db,
    caller,
    values,
  });
}

async function writeUpdate(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, id, values }: Update,
) {
  await lockClassesTaughtBy(tx, id);
  const before = await lockUser(tx, caller, id);
  await assertMayChange(tx, caller, before);
  assertMayGrant(caller, values.role);
  if (id === caller.userId && values.role !== before.role) throw forbidden('messages.ownRole');
  await assertVersion(tx, before, values.version);
  assertStaffNames(values, before);
  await assertMayLeaveRole(tx, before, values.role);
  if (caller.apiKey && !isUnclaimed(before) && !isSameEmail(values.email, before.email))
    throw forbidden('messages.apiKeyEmailFixed');
  const asks = !isSameEmail(values.email, before.email) && !changesAtOnce(caller, before, values.password);
  const email = asks ? before.email : values.email;
  const columns = columnsOf({ ...values, email }, before.language);
  const after: User = { ...before, ...columns };
  await tx
    .update(users)
    .set({ ...columns, ...editedBy(before, caller) })
    .where(withId(before));
  await recordChange(
    tx,
    { ...caller, requestId },
    { action: 'update', entity: 'users', entityId: id, before: auditedOf(before), after: auditedOf(after) },
  );
  if (after.firstName !== before.firstName || after.lastName !== before.lastName)
    await rewriteSearchText(tx, taughtBy(id));
  await endAccessAfterUpdate(services, tx, { before, after, requestedById: caller.userId });
  if (asks) await askForNewEmail(services, tx, { caller, requestId, user: after, email: values.email });
}

// An unclaimed account has no owner yet, and the invitation to the new e-mail proves who owns it. Otherwise only an
// administrator who enters their own password skips the confirmation by mail.
const changesAtOnce = (caller: StaffCaller, user: User, password: string | null): boolean =>
  isUnclaimed(user) || (user.id !== caller.userId && password !== null && reaches(caller.kind, 'Administrator'));

/** Whether the account's invitation is still to be accepted. */
const isUnclaimed = (user: User): boolean => !hasAccepted(user) && user.status !== UserStatus.ACTIVED;

interface Asking {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly user: User;
  readonly email: string;
}

/** Asks for a new e-mail, which holds once the link that is mailed there was opened. */
async function askForNewEmail(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, user, email }: Asking,
) {
  if (user.status !== UserStatus.ACTIVED) throw conflict('messages.notActive', 'This account is not active.', 'email');
  const requestedById = caller.userId === user.id ? null : caller.userId;
  await askForEmail(services, tx, { user, email, requestedById });
  const change = { action: 'ask-email', entity: 'users', entityId: user.id, after: { pendingEmail: email } };
  await recordChange(tx, { ...caller, requestId }, change);
}

interface Followed {
  readonly before: User;
  readonly after: User;
  readonly requestedById: string;
}

/**
 * Ends the sessions, keys and links that a new role or e-mail makes invalid. The owner of the old mailbox must not get
 * in with an earlier mailed link.
 */
async function endAccessAfterUpdate(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { before, after, requestedById }: Followed,
) {
  if (after.role !== before.role) await revokeKeysOf(tx, [after.id], 'role');
  const moved = !isSameEmail(after.email, before.email);
  if (moved) await endAccess(tx, [after.id], 'email');
  else if (after.role !== before.role) await closeSessionsOf(tx, [after.id], 'role');
  if (moved && !isUnclaimed(before))
    await noticeOldAddress(services, tx, {
      user: before,
      email: after.email,
      byId: requestedById,
      kind: 'emailChanged',
    });
  if (moved && after.status === UserStatus.INVITED) await sendInvitation(services, tx, { user: after, requestedById });
}

/** The form's values as columns. */
export function columnsOf(values: UserValues, language: Language) {
  const { email, role, phoneNumber, externalId, username } = values;
  const fields = pick(values, userFields);
  return {
    email,
    ...fields,
    role,
    phoneNumber,
    phoneType: phoneNumber === null ? null : (phoneTypeOf(phoneNumber) ?? null),
    externalId,
    username,
    language: values.language ?? language,
    searchText: userSearchText({ ...fields, email, username }),
  };
}

/** The columns that the audit log keeps. */
export function auditedOf(user: Audited) {
  const { email, role, phoneNumber, phoneType, language, status, externalId, username } = user;
  return { email, ...pick(user, userFields), role, phoneNumber, phoneType, language, status, externalId, username };
}
type Audited = Pick<
  User,
  | 'email'
  | keyof typeof userFields
  | 'role'
  | 'phoneNumber'
  | 'phoneType'
  | 'language'
  | 'status'
  | 'externalId'
  | 'username'
>;
