import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { classes, users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { teachersOf } from './nameable.ts';

/** The members of staff that a manager of users may see; every query of users for them carries it. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(users.deletedAt), ownTo(caller));
}

function ownTo({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return or(
        eq(users.id, userId),
        eq(users.invitedById, userId),
        inArray(users.id, teachersOf(eq(classes.schoolAdministratorId, userId))),
      );
    case 'Teacher':
      return sql`false`;
  }
}
