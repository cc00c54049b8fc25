import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { classes, users, visitingTeachers } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { teachersOf } from './nameable.ts';

/** The members of staff that a manager of users may see; every query of users for them carries it. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(users.deletedAt), ownTo(caller));
}

/** Of all members of staff, deleted ones too, those that a manager of users is responsible for. */
export function ownTo({ kind, userId }: StaffCaller): SQL | undefined {
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

// As a set, each part of it found by an index; a condition with `or` in its place would read every user.
const ownPeople = (userId: string): SQL => sql`(
  select ${userId}::uuid
  union select invited.id from ${users} invited where invited.invited_by_id = ${userId}
  union (
    ${teachersOf(eq(classes.schoolAdministratorId, userId))}
    except select ${visitingTeachers.teacherId} from ${visitingTeachers} where ${visitingTeachers.schoolOwnerId} = ${userId}
  )
)`;
