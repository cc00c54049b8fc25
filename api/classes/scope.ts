import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { classes, classSecondaryTeachers } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';

/** The classes a member of staff may see; every query of classes for staff carries it. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  return and(isNull(classes.deletedAt), ownTo(caller));
}

/** Of all classes, deleted ones too, those that are a member of staff's own. */
export function ownTo({ kind, userId }: StaffCaller): SQL | undefined {
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

/** The classes where somebody is the main or a secondary teacher; each half by its own index. */
export function taughtBy(userId: string): SQL {
  return sql`${classes.id} in (
    select taught.id from ${classes} taught where taught.main_teacher_id = ${userId}
    union all
    select ${classSecondaryTeachers.classId} from ${classSecondaryTeachers}
      where ${classSecondaryTeachers.teacherId} = ${userId}
  )`;
}
