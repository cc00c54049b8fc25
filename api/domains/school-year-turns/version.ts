import { createHash } from 'node:crypto';
import { and, inArray } from 'drizzle-orm';
import type { Source } from '#api/domains/classes/copy-plan.ts';
import { unknownTeachers } from '#api/domains/classes/references.ts';
import { assignableAdministrators } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Student } from './placement.ts';

interface State {
  readonly caller: StaffCaller;
  readonly sources: readonly Source[];
  readonly students: readonly Student[];
  /** The classes with a next class by an earlier turn, and whether that one keeps the code. */
  readonly turned: ReadonlyMap<string | null, { readonly keptCode: boolean }>;
}

/**
 * A hash of everything that a plan is made from. A different hash means that somebody changed something. The hash does not
 * depend on the request: plans with different moves have the same hash.
 */
export async function versionOf(tx: Queryable, { caller, sources, students, turned }: State): Promise<string> {
  const state = [
    sources.map(({ row }) => [row.id, row.version]).sort(),
    students.map(({ id, classId, name, reading, number }) => [id, classId, name, reading, number]).sort(),
    [...turned].map(([id, { keptCode }]) => [id, keptCode]).sort(),
    await staffLeftOut(tx, caller, sources),
  ];
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url');
}

// The staff of the old classes who are missing from the next classes, for example because they were deactivated. A
// deactivation does not change the version of a class.
async function staffLeftOut(tx: Queryable, caller: StaffCaller, sources: readonly Source[]): Promise<string[]> {
  const secondaryTeacherIds = sources.flatMap(({ row, secondaryTeachers }) =>
    [row.mainTeacher ?? [], secondaryTeachers].flat().map(({ id }) => id),
  );
  const teachers = await unknownTeachers(tx, { caller, values: { mainTeacherId: null, secondaryTeacherIds } });
  const administrators = sources.flatMap(({ row }) => row.schoolAdministrator?.id ?? []);
  const available = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, administrators), assignableAdministrators(caller)));
  const here = new Set(available.map(({ id }) => id));
  return [...new Set([...teachers, ...administrators.filter((id) => !here.has(id))])].sort();
}
