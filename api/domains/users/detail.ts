import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { staffNames, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { UserDetail } from '#schema/rest/users.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { userFields } from '#schema/rules/users.ts';
import { refusalsOf, visibleTo } from './scope.ts';

// Uses the partial index of live links, one per user and purpose.
const pendingEmail = sql<string | null>`(
  select pending.email from account_links pending
    where pending.user_id = users.id and pending.purpose = 'email'
      and pending.used_at is null and pending.voided_at is null and pending.expires_at > now()
)`;

const hasSecondFactor = sql<boolean>`(exists (
  select from second_factors factor where factor.user_id = users.id and factor.confirmed_at is not null
) or exists (
  select from passkeys own where own.user_id = users.id
))`;

// `staffNames` has people of any school; behind the wall, `users` has only the people of the caller's schools.
const inviters = alias(staffNames, 'inviters');
const editors = alias(staffNames, 'editors');

/** The columns of a list's row and of a detail. */
const columns = {
  id: users.id,
  ...pick(users, userFields),
  email: users.email,
  pendingEmail,
  username: users.username,
  role: users.role,
  phoneNumber: users.phoneNumber,
  phoneType: users.phoneType,
  status: users.status,
  createdAt: instantText(users.createdAt),
  invitedAt: instantText(users.invitedAt),
  lastSignInAt: instantText(users.lastSignInAt),
  secondFactor: hasSecondFactor,
  language: users.language,
  externalId: users.externalId,
  invitedBy: { id: inviters.id, firstName: inviters.firstName, lastName: inviters.lastName },
  version: users.version,
  updatedAt: instantText(users.updatedAt),
  updatedBy: { id: editors.id, firstName: editors.firstName, lastName: editors.lastName },
};

export const selectUsers = (db: Queryable) =>
  db
    .select(columns)
    .from(users)
    .leftJoin(inviters, eq(inviters.id, users.invitedById))
    .leftJoin(editors, eq(editors.id, users.updatedById))
    .$dynamic();

/** Members of staff by their ids, in any order; the caller has checked that they are visible. */
export const userRows = preparedQuery(['ids'], (db: Queryable, { ids }) =>
  selectUsers(db).where(sql`${users.id} = any(${ids})`),
);

const visibleByRole = forEachRole((kind) =>
  preparedQuery(['ids', 'userId'], (db: Queryable, { ids, userId }) =>
    selectUsers(db).where(and(sql`${users.id} = any(${ids})`, visibleTo({ kind, userId }))),
  ),
);

/** Those of the ids that the caller sees, in any order. */
export const visibleRows = (db: Queryable, { kind, userId }: StaffCaller, ids: readonly string[]) =>
  visibleByRole[kind](db, { ids, userId });

type Row = Awaited<ReturnType<typeof selectUsers>>[number];

/** Users in the contract's shape; for a school owner one more query for any number of rows. */
export async function userDetails(db: Queryable, caller: StaffCaller, rows: readonly Row[]): Promise<UserDetail[]> {
  const refusals = await refusalsOf(db, caller, rows);
  return rows.map((row) => ({
    dateCreated: row.createdAt,
    refusal: refusals.get(row.id) ?? null,
    ...row,
  }));
}

const userByRole = forEachRole((kind) =>
  preparedQuery(['id', 'userId'], (db: Queryable, { id, userId }) =>
    selectUsers(db).where(and(eq(users.id, id), visibleTo({ kind, userId }))),
  ),
);

/** One member of staff; 404 when they do not exist, and the same 404 when the caller does not see them. */
export async function userDetailOf(db: Queryable, caller: StaffCaller, id: string): Promise<UserDetail> {
  const rows = await userByRole[caller.kind](db, { id, userId: caller.userId });
  const [detail] = await userDetails(db, caller, rows);
  if (!detail) throw notFound();
  return detail;
}
