import { v5 } from 'uuid';
import { recordChanges } from '#api/domains/audit/record.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { addClassStudents } from '#schema/rest/class-profiles.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { type AnimalName, animals } from '#schema/rules/profile-name.ts';
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
      const children = students.map((student, at) => ({ ...student, id: ids[at] ?? first }));
      const { className } = row;
      await insertStudents(tx, { caller, requestId, classId, className, countBefore: there.length }, children);
    });
  return idsFrom(await createOnce(db, { table: profiles, userId: caller.userId, key }, insert));
}

interface IntoClass {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly className: string;
  /** How many children the class has had before. */
  readonly countBefore: number;
}

interface NewStudent {
  readonly id: string;
  readonly name: string;
  readonly reading: string;
  readonly number: number | null;
  readonly animal?: AnimalName | null | undefined;
  /** In the school's own system. */
  readonly externalId?: string;
}

/** Inserts children into a class whose row is locked and where they fit; each has its line in the audit log. */
export async function insertStudents(
  tx: Queryable,
  { caller, requestId, classId, className, countBefore }: IntoClass,
  children: readonly NewStudent[],
): Promise<void> {
  if (children.length === 0) return;
  const rows = children.map(({ animal, ...child }, at) => ({
    ...child,
    // Neighbours of the list get different animals.
    animal: animal ?? animals[(countBefore + at) % animals.length] ?? animals[0],
  }));
  await tx
    .insert(profiles)
    .values(rows.map(({ number: _ofClass, ...columns }) => ({ ...columns, updatedById: caller.userId })));
  await tx
    .insert(classProfiles)
    .values(rows.map(({ id, number }) => ({ classId, profileId: id, number, addedByStaff: true })));
  await recordChanges(
    tx,
    { ...caller, requestId },
    rows.map(({ id, ...after }) => ({
      action: 'create',
      entity: 'profiles',
      entityId: id,
      after: { ...after, classId, className },
    })),
  );
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
