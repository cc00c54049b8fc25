import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { classes, classSecondaryTeachers } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';

/** The classes that a member of staff may see; part of every staff query of classes. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(classes.deletedAt), ownedBy(caller));
}

/** The classes that belong to a member of staff, deleted ones included; undefined means all classes. */
export function ownedBy({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return eq(classes.schoolAdministratorId, userId);
    case 'Teacher':
      return taughtBy(userId);
  }
}

/** The classes where somebody is the main or a secondary teacher. Each half of the union uses its own index. */
export function taughtBy(userId: string): SQL {
  return sql`${classes.id} in (
    select taught.id from ${classes} taught where taught.main_teacher_id = ${userId}
    union all
    select ${classSecondaryTeachers.classId} from ${classSecondaryTeachers}
      where ${classSecondaryTeachers.teacherId} = ${userId}
  )`;
}

/** Whether a class is completed: staff made it inactive, or its last day is over. */
export function isCompleted(found: { status: ClassStatus; endDate: string }, today: string): boolean {
  return found.status === ClassStatus.INACTIVE || found.endDate < today;
}
