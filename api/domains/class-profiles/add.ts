import { v5 } from 'uuid';
import { recordChange } from '#api/domains/audit/record.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { addClassStudents } from '#schema/rest/class-profiles.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { animals } from '#schema/rules/profile-name.ts';
import { rosterLimit, rosterProblems, type RosterRow } from '#schema/rules/rosters.ts';
import { rosterRows } from './write.ts';

interface Addition extends BodyOf<typeof addClassStudents> {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
}

/**
 * Adds children to a class in one transaction, once for each idempotency key. Resolves to the ids of their profiles, in the
 * order of the call. Answers 409 for a number or a name that is there, and for a full class.
 */
export async function addStudents({ db }: Uses<'db'>, addition: Addition): Promise<readonly string[]> {
  const { caller, requestId, classId, students, idempotencyKey: key } = addition;
  // All ids follow from the first, so that a repeated call finds all rows.
  const idsFrom = (first: string) => students.map((_, at) => (at === 0 ? first : v5(String(at), first)));
  const insert = (first: string) =>
    db.transaction(async (tx) => {
      const { row } = await lockClass(tx, caller, classId);
      const there = await rosterRows(tx, classId);
      assertRoom(students, there);
      const ids = idsFrom(first);
      const rows = students.map(({ name, reading, number, animal }, at) => ({
        ...{ id: ids[at] ?? first, name, reading, number },
        // Neighbours of the list get different animals.
        animal: animal ?? animals[(there.length + at) % animals.length] ?? animals[0],
      }));
      await tx
        .insert(profiles)
        .values(rows.map(({ number: _ofClass, ...columns }) => ({ ...columns, updatedById: caller.userId })));
      await tx
        .insert(classProfiles)
        .values(rows.map(({ id, number }) => ({ classId, profileId: id, number, addedByStaff: true })));
      for (const { id, ...after } of rows)
        await recordChange(
          tx,
          { userId: caller.userId, requestId },
          {
            action: 'create',
            entity: 'profiles',
            entityId: id,
            after: { ...after, classId, className: row.className },
          },
        );
    });
  return idsFrom(await createOnce(db, { table: profiles, userId: caller.userId, key }, insert));
}

function assertRoom(students: readonly RosterRow[], there: readonly RosterRow[]): void {
  if (there.length + students.length > rosterLimit)
    throw conflict('messages.classFull', `A class can have at most ${rosterLimit} children.`, 'students');
  const errors: FieldErrors = {};
  for (const [at, problem] of rosterProblems(students, there).entries())
    for (const field of ['name', 'number'] as const) {
      const messageKey = problem?.[field];
      if (messageKey) errors[`students.${at}.${field}`] = [messageKey];
    }
  if (Object.keys(errors).length > 0)
    throw new ApiProblem({ status: 409, messageKey: 'messages.validationFailed', errors });
}
