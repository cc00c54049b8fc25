import { and, isNull, type SQL } from 'drizzle-orm';
import { ownPeople } from '#api/domains/schools/scope.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';

/** The members of staff whom the caller may see; part of every staff query of users. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(users.deletedAt), ownPeople(caller));
}
