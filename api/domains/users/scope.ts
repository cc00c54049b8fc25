import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { classes, users, visitingTeachers } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { teachersOf } from './staffing.ts';

/** The members of staff whom the caller may see; part of every staff query of users. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(users.deletedAt), ownedBy(caller));
}

/** The members of staff whom the caller manages, deleted ones included; undefined means all. */
export function ownedBy({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return inArray(users.id, ownPeople(userId));
    case 'Teacher':
      return sql`false`;
  }
}

// A union, so that each part uses its index; an `or` condition would scan all users.
const ownPeople = (userId: string): SQL => sql`(
  select ${userId}::uuid
  union select invited.id from ${users} invited where invited.invited_by_id = ${userId}
  union (
    ${teachersOf(eq(classes.schoolAdministratorId, userId))}
    except select ${visitingTeachers.teacherId} from ${visitingTeachers} where ${visitingTeachers.schoolOwnerId} = ${userId}
  )
)`;
