import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ownSchools } from '#api/domains/schools/scope.ts';
import { areActiveOwners } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { reaches } from '#schema/access.ts';

interface Org {
  readonly sourcedId: string;
  readonly name: string;
}

/** A school of the package that is one here; its classes get this owner. */
export interface KnownSchool {
  readonly id: string;
  readonly ownerId: string | null;
}

/**
 * The existing school for each school of a package, by `sourcedId`: the school with this id, as in our own export, else
 * the only school of the same name. When the package has one school and an importing school owner has one school, the
 * two are the same whatever their names. No school is created: a school begins with its owner.
 */
export async function schoolsOf(
  tx: Queryable,
  caller: StaffCaller,
  orgs: readonly Org[],
): Promise<ReadonlyMap<string, KnownSchool>> {
  const reached = ownSchools(caller);
  const isReached = reached && sql`${schools.id} in ${reached}`;
  const own = await tx.select({ id: schools.id, name: schools.name }).from(schools).where(isReached);
  const isAlone = orgs.length === 1 && own.length === 1 && !reaches(caller.kind, 'Administrator');
  const found = orgs.flatMap(({ sourcedId, name }) => {
    const named = own.filter((one) => searchText(one.name) === searchText(name));
    const school = own.find(({ id }) => id === sourcedId) ?? (named.length === 1 ? named[0] : undefined);
    const id = school?.id ?? (isAlone ? own[0]?.id : undefined);
    return id === undefined ? [] : [{ sourcedId, id }];
  });
  const owners = await ownersBySchool(tx, caller, [...new Set(found.map(({ id }) => id))]);
  return new Map(found.map(({ sourcedId, id }) => [sourcedId, { id, ownerId: owners.get(id) ?? null }]));
}

async function ownersBySchool(tx: Queryable, caller: StaffCaller, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ schoolId: memberships.schoolId, userId: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.schoolId, [...ids]), eq(memberships.role, 'SchoolOwner'), areActiveOwners))
    .orderBy(asc(memberships.createdAt), asc(users.id));
  const owners = new Map<string, string>();
  for (const { schoolId, userId } of rows)
    if (!owners.has(schoolId) || userId === caller.userId) owners.set(schoolId, userId);
  return owners;
}
