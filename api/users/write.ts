import { eq } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import { sendInvitation } from '#api/auth/invitations.ts';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { users } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import { isViolation } from '#api/db/violations.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { Language } from '#schema/languages.ts';
import { phoneTypeOf } from '#schema/rules/phone.ts';
import type { UserValues } from '#schema/rules/users.ts';
import type { User } from './hold.ts';

/** The columns that a form's values come to. */
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

// In Japanese the family name comes first and no space need follow it.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** What the audit log tells of a user. */
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

/** Adds a member of staff and invites them, all or nothing; the e-mail's constraint may refuse it. */
export async function insertUser(services: Services, tx: Queryable, { caller, requestId, values }: NewUser) {
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

/** Runs a write; an e-mail that somebody has, in whatever case, answers 409 on that field. */
export async function withFreeEmail<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isViolation(error, 'users_email_unique')) throw error;
    throw emailExists();
  }
}

export const emailExists = () => conflict('messages.emailExists', 'The email already exists.', 'email');
