import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users, visitingTeachers } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { reaches } from '#schema/access.ts';
import { teachersOfOwner } from './nameable.ts';

interface Staffing {
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

interface StaffingChange {
  readonly caller: StaffCaller;
  /** Absent for a new class. */
  readonly before?: Staffing;
  readonly after: Staffing;
}

/**
 * Notes whom a class's new staffing makes a visitor of its school, before the class is written. A school that puts a
 * teacher of no school on a class does not get to manage their account by it; an administrator who does so gives them
 * to the school.
 */
export async function noteVisitors(tx: Queryable, { caller, before, after }: StaffingChange): Promise<void> {
  const schoolOwnerId = after.schoolAdministratorId;
  if (schoolOwnerId === null) return;
  const stayed = before?.schoolAdministratorId === schoolOwnerId ? teachersIn(before) : [];
  const added = teachersIn(after).filter((id) => !stayed.includes(id));
  if (added.length === 0) return;
  if (reaches(caller.kind, 'Administrator')) {
    await tx
      .delete(visitingTeachers)
      .where(and(eq(visitingTeachers.schoolOwnerId, schoolOwnerId), inArray(visitingTeachers.teacherId, added)));
    return;
  }
  const strangers = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, added), sql`not ${teachersOfOwner(schoolOwnerId)}`));
  const rows = strangers.map(({ id }) => ({ schoolOwnerId, teacherId: id }));
  if (rows.length > 0) await tx.insert(visitingTeachers).values(rows).onConflictDoNothing();
}

const teachersIn = ({ mainTeacherId, secondaryTeacherIds }: Staffing): readonly string[] =>
  mainTeacherId === null ? secondaryTeacherIds : [mainTeacherId, ...secondaryTeacherIds];
