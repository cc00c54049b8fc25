import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { AssertOwnPassword } from '#api/domains/auth/passwords.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { checkedValues, upsertEach, type Upserted } from '#api/ground/http/upsert-each.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { UpsertResults, UserRow } from '#schema/rest/upserts.ts';
import { userRules, type UserValues } from '#schema/rules/users.ts';
import { type User, visibleTo } from './scope.ts';
import { columnsOf, createUser, updateUser } from './write.ts';

type Writing = Uses<'db' | 'settings' | 'secrets' | 'jobs'>;

interface StaffRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly assertOwnPassword: AssertOwnPassword;
}

/** Invites or changes members of staff by the ids of the school's own system. */
export const upsertUsers = (
  services: Writing,
  request: StaffRequest,
  rows: readonly UserRow[],
): Promise<UpsertResults> => upsertEach(rows, (row) => upsertUser(services, request, row));

async function upsertUser(services: Writing, { caller, ...request }: StaffRequest, row: UserRow): Promise<Upserted> {
  const existing = await existingUser(services, caller, row);
  const values = valuesOf(row, existing);
  if (!existing) return { id: await createUser(services, { caller, ...request, values }), outcome: 'created' };
  const { id, version } = existing;
  if (isSame(values, existing)) return { id, outcome: 'unchanged' };
  await updateUser(services, { caller, ...request, id, values: { ...values, version, password: null } });
  return { id, outcome: 'updated' };
}

async function existingUser({ db }: Writing, caller: StaffCaller, row: UserRow): Promise<User | undefined> {
  const find = async (which: SQL | undefined) =>
    db
      .select()
      .from(users)
      .where(and(visibleTo(caller), which))
      .limit(1);
  const { email } = row;
  const externalId = row.externalId.trim();
  const [found] = await find(eq(users.externalId, externalId));
  if (found) return found;
  const [byOwnId] = isUuid(externalId) ? await find(and(isNull(users.externalId), eq(users.id, externalId))) : [];
  if (byOwnId) return byOwnId;
  // A person who was invited by hand has no external id yet, so the e-mail finds the person.
  const [byEmail] = await find(
    and(isNull(users.externalId), sql`lower(${users.email}) = lower(${email.trim()}::text)`),
  );
  return byEmail;
}

/** The values of a row, by the rules of the form; a field that the row leaves out keeps its value. */
function valuesOf(row: UserRow, existing: User | undefined): UserValues {
  // Once a person has set a password, only that person changes the e-mail, so the row's e-mail is ignored.
  const isClaimed = existing !== undefined && existing.status !== UserStatus.INVITED;
  const parsed = userRules.safeParse({
    ...row,
    externalId: row.externalId.trim() || undefined,
    email: isClaimed ? existing.email : row.email,
    role: row.role ?? existing?.role ?? 'Teacher',
    phoneNumber: row.phoneNumber === undefined ? existing?.phoneNumber : row.phoneNumber,
    username: existing?.username,
  });
  return checkedValues(parsed, existing);
}

function isSame(values: UserValues, existing: User): boolean {
  const wanted = columnsOf(values, existing.language);
  return (
    wanted.email === existing.email &&
    Object.entries(wanted).every(([name, value]) => existing[name as keyof User] === value)
  );
}
