import { and, isNull, type SQL } from 'drizzle-orm';
import { ownPeople, type Viewer } from '#api/domains/schools/scope.ts';
import { users } from '#api/ground/db/schema.ts';

/** The members of staff whom the caller may see; part of every staff query of users. */
export function visibleTo(caller: Viewer): SQL | undefined {
  return and(isNull(users.deletedAt), ownPeople(caller));
}
