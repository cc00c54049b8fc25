import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { sendInvitation } from '#api/domains/auth/invitations.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Language } from '#schema/languages.ts';
import { phoneTypeOf } from '#schema/rules/phone.ts';
import type { UserValues } from '#schema/rules/users.ts';
import type { User } from './rights.ts';

/** The form's values as columns. */
export function columnsOf(values: UserValues, language: Language, username: string | null = null) {
  const { email, firstName, lastName, role, phoneNumber } = values;
  return {
    email,
    firstName,
    lastName,
    role,
    phoneNumber,
    phoneType: phoneNumber === null ? null : (phoneTypeOf(phoneNumber) ?? null),
    language: values.language ?? language,
    searchText: userSearchText({ firstName, lastName, email, username }),
  };
}

type Names = Pick<User, 'firstName' | 'lastName' | 'email' | 'username'>;

// Japanese names have the family name first, often without a space: the text holds both orders.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** The columns that the audit log keeps. */
export const auditedOf = ({ email, firstName, lastName, role, phoneNumber, phoneType, language, status }: Audited) => ({
  email,
  firstName,
  lastName,
  role,
  phoneNumber,
  phoneType,
  language,
  status,
});
type Audited = Pick<
  User,
  'email' | 'firstName' | 'lastName' | 'role' | 'phoneNumber' | 'phoneType' | 'language' | 'status'
>;

export interface NewUser {
  readonly caller: Pick<StaffCaller, 'userId'>;
  readonly requestId: string;
  readonly values: UserValues;
}

/** Inserts and invites a member of staff. A taken e-mail violates the unique index. */
export async function insertUser(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, values }: NewUser,
) {
  const [inviter] = await tx.select({ language: users.language }).from(users).where(eq(users.id, caller.userId));
  const [user] = await tx
    .insert(users)
    .values({
      ...columnsOf(values, inviter?.language ?? 'en'),
      id: newId(),
      invitedById: caller.userId,
      updatedById: caller.userId,
    })
    .returning();
  if (!user) throw new Error('An insert gave no row back');
  await recordChange(
    tx,
    { userId: caller.userId, requestId },
    { action: 'create', entity: 'users', entityId: user.id, after: auditedOf(user) },
  );
  await sendInvitation(services, tx, { user, requestedById: caller.userId });
  return user.id;
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

export const emailExists = () => conflict('messages.emailExists', 'The email already exists.', 'email');
