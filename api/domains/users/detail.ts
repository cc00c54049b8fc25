import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { UserDetail } from '#schema/rest/users.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { userFields } from '#schema/rules/users.ts';
import { refusalsOf } from './rights.ts';
import { visibleTo } from './scope.ts';

// Uses the partial index of live links, one per user and purpose. Plain SQL, because drizzle drops table names here.
const pendingEmail = sql<string | null>`(
  select pending.email from account_links pending
    where pending.user_id = users.id and pending.purpose = 'email'
      and pending.used_at is null and pending.voided_at is null and pending.expires_at > now()
)`;

/** The columns of a list's row and of a detail. */
export const detailColumns = {
  id: users.id,
  ...pick(users, userFields),
  email: users.email,
  pendingEmail,
  username: users.username,
  role: users.role,
  phoneNumber: users.phoneNumber,
  phoneType: users.phoneType,
  status: users.status,
  dateCreated: users.createdAt,
  invitedAt: users.invitedAt,
  lastSignInAt: users.lastSignInAt,
  language: users.language,
  invitedById: users.invitedById,
  version: users.version,
  updatedAt: users.updatedAt,
  updatedById: users.updatedById,
};

type Converted = 'dateCreated' | 'invitedAt' | 'lastSignInAt' | 'invitedBy' | 'updatedAt' | 'updatedBy' | 'refusal';

type Row = Omit<UserDetail, Converted> & {
  readonly dateCreated: Date;
  readonly invitedAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly invitedById: string | null;
  readonly updatedAt: Date;
  readonly updatedById: string | null;
};

/** Users in the contract's shape; two more queries for any number of rows. */
export async function userDetails(db: Queryable, caller: StaffCaller, rows: readonly Row[]): Promise<UserDetail[]> {
  const names = await namesOf(db, rows);
  const refusals = await refusalsOf(db, caller, rows);
  return rows.map(({ invitedById, updatedById, ...row }) => ({
    ...row,
    dateCreated: row.dateCreated.toISOString(),
    invitedAt: row.invitedAt?.toISOString() ?? null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    invitedBy: names.find(({ id }) => id === invitedById) ?? null,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: names.find(({ id }) => id === updatedById) ?? null,
    refusal: refusals.get(row.id) ?? null,
  }));
}

/** One member of staff; 404 when they do not exist, and the same 404 when the caller does not see them. */
export async function userDetailOf(db: Queryable, caller: StaffCaller, id: string): Promise<UserDetail> {
  const rows = await db
    .select(detailColumns)
    .from(users)
    .where(and(eq(users.id, id), visibleTo(caller)));
  const [detail] = await userDetails(db, caller, rows);
  if (!detail) throw notFound();
  return detail;
}

async function namesOf(db: Queryable, rows: readonly Row[]) {
  const ids = new Set(rows.flatMap(({ invitedById, updatedById }) => [invitedById ?? [], updatedById ?? []].flat()));
  if (ids.size === 0) return [];
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
}
