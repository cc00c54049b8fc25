import { and, eq, inArray } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import type { Queryable } from '#api/db/client.ts';
import { textbooks, users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { invalid } from '#api/http/problems.ts';
import { nameableTeachers } from '#api/users/nameable.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { ClassValues } from '#schema/rules/classes.ts';
import { administratorFor } from './administrator.ts';

/** What a class refers to now; what it keeps is not asked about again, so a class outlives a teacher's deactivation. */
export interface References {
  readonly textbookId: string;
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

export interface Wish {
  readonly caller: StaffCaller;
  readonly values: ClassValues;
  readonly current?: References;
}

/** The references a caller's values come to, or a 400 that names each field that may not be so. */
export async function resolveReferences(tx: Queryable, wish: Wish): Promise<References> {
  const checked = await checkReferences(tx, wish);
  if ('errors' in checked) throw invalid(checked.errors);
  return checked;
}

/** The same for who wants to know what is wrong before anything is tried. */
export async function checkReferences(
  tx: Queryable,
  wish: Wish,
): Promise<References | { readonly errors: FieldErrors }> {
  const { values } = wish;
  const errors: FieldErrors = {};
  if (!(await textBookFits(tx, wish))) errors.textBookId = ['messages.textBookNotAvailable'];
  const missing = await unknownTeachers(tx, wish);
  if (values.mainTeacherId !== null && missing.has(values.mainTeacherId))
    errors.mainTeacherId = ['messages.teacherNotAvailable'];
  if (values.secondaryTeacherIds.some((id) => missing.has(id)))
    errors.secondaryTeacherIds = ['messages.teacherNotAvailable'];
  if (wish.caller.kind === 'Teacher' && !teachersIn(values).includes(wish.caller.userId))
    (errors.mainTeacherId ??= []).push('messages.teacherMustTeach');
  const administrator = await administratorFor(tx, wish);
  if ('problem' in administrator) errors.schoolAdministratorId = [administrator.problem];
  if ('problem' in administrator || Object.keys(errors).length > 0) return { errors };
  return {
    textbookId: values.textBookId,
    mainTeacherId: values.mainTeacherId,
    schoolAdministratorId: administrator.id,
    secondaryTeacherIds: values.secondaryTeacherIds,
  };
}

const teachersIn = ({
  mainTeacherId,
  secondaryTeacherIds,
}: Omit<References, 'textbookId' | 'schoolAdministratorId'>) =>
  mainTeacherId === null ? secondaryTeacherIds : [mainTeacherId, ...secondaryTeacherIds];

// The locks keep a textbook from being deleted, and a teacher from being deactivated, until this class is written.
async function textBookFits(tx: Queryable, { values, current }: Wish): Promise<boolean> {
  if (values.textBookId === current?.textbookId) return true;
  const found = await tx
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(eq(textbooks.id, values.textBookId), textBookIsPublished))
    .for('share');
  return found.length > 0;
}

/** Those of the wished teachers who may not be put on the class; who is on it already may stay. */
export async function unknownTeachers(tx: Queryable, { caller, values, current }: Wish): Promise<Set<string>> {
  const kept = current ? teachersIn(current) : [];
  const added = teachersIn(values).filter((id) => !kept.includes(id));
  if (added.length === 0) return new Set();
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, added), nameableTeachers(caller)))
    .orderBy(users.id)
    .for('share');
  const known = new Set(found.map(({ id }) => id));
  return new Set(added.filter((id) => !known.has(id)));
}
