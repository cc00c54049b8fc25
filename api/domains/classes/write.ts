import { and, asc, eq } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import { admitTeachers } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { newClassCode, newHashCode } from '#api/ground/db/ids.ts';
import { classes, classSecondaryTeachers } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { createClass as createClassOperation } from '#schema/rest/classes.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { classFields, type ClassValues } from '#schema/rules/classes.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { type References, resolveReferences } from './references.ts';
import { visibleTo } from './scope.ts';
import { rewriteSearchText } from './search-text.ts';

export interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: BodyOf<typeof createClassOperation>;
}

/**
 * Creates a class, once for each idempotency key. Resolves to its id. Answers 409 on `classCode` when the code that the
 * caller chose is taken.
 */
export async function createClass({ db, settings }: Uses<'db' | 'settings'>, creation: Creation): Promise<string> {
  const { caller, requestId, values } = creation;
  const insert = (id: string, classCode: string) =>
    db.transaction(async (tx) => {
      const references = await resolveReferences(tx, { caller, values });
      await admitTeachers(tx, { caller, after: references });
      const approvalRequired = values.approvalRequired ?? settings.communityApproval;
      const author = { userId: caller.userId, requestId };
      return writeClass(tx, {
        id,
        author,
        action: 'create',
        classCode,
        columns: columnsOf(values, references, approvalRequired),
        references,
      });
    });
  const { classCode: chosen, idempotencyKey: key } = values;
  const newRow = { table: classes, userId: caller.userId, key };
  if (chosen === undefined) return createOnce(db, newRow, (id) => retryWithNewCode(() => insert(id, newClassCode())));
  try {
    return await createOnce(db, newRow, (id) => insert(id, chosen));
  } catch (error) {
    if (!isViolation(error, 'classes_class_code_unique')) throw error;
    const [taken] = await db
      .select({ id: classes.id })
      .from(classes)
      .where(and(eq(classes.classCode, chosen), visibleTo(caller)));
    throw conflict('messages.classCodeExists', 'This class code is already taken.', 'classCode', taken?.id);
  }
}

/** Retries the work once when a random class code was taken, which is very rare. */
export async function retryWithNewCode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isViolation(error, 'classes_class_code_unique')) return work();
    throw error;
  }
}

interface NewClass {
  readonly id: string;
  readonly author: Author;
  /** The action in the audit log. */
  readonly action: 'create' | 'copy';
  readonly classCode: string;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly references: References;
  /** Further values for the audit log. */
  readonly audited?: Readonly<Record<string, unknown>>;
}

/** Inserts a class whose values and references are checked, with its teachers. Resolves to its id. */
export async function writeClass(
  tx: Queryable,
  { id, author, action, classCode, columns, references, audited }: NewClass,
): Promise<string> {
  const { schoolId, secondaryTeacherIds } = references;
  await tx
    .insert(classes)
    .values({ id, classCode, classHashCode: newHashCode(), ...columns, schoolId, updatedById: author.userId });
  await writeTeachersAndSearchText(tx, id, references);
  const after = { classCode, ...columns, secondaryTeacherIds, ...audited };
  await recordChange(tx, author, { action, entity: 'classes', entityId: id, after });
  return id;
}

interface Change {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

interface Update extends Change {
  readonly values: ClassValues & { readonly version: number };
}

/** Replaces a class's fields; answers 409 when somebody changed the class since the caller read it. */
export async function updateClass({ db }: Uses<'db'>, { caller, requestId, id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, secondaryTeacherIds } = await lockClass(tx, caller, id);
    await assertVersion(tx, row, values.version);
    const current = { ...row, secondaryTeacherIds };
    const references = await resolveReferences(tx, { caller, values, current });
    await admitTeachers(tx, { caller, before: current, after: references });
    const columns = columnsOf(values, references, values.approvalRequired ?? row.approvalRequired);
    await tx
      .update(classes)
      .set({ ...columns, schoolId: references.schoolId, ...editedBy(row, caller) })
      .where(eq(classes.id, id));
    await writeTeachersAndSearchText(tx, id, references);
    const before = { ...columnsOf({ ...values, ...row }, current, row.approvalRequired), secondaryTeacherIds };
    const after = { ...columns, secondaryTeacherIds: references.secondaryTeacherIds };
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'update', entity: 'classes', entityId: id, before, after },
    );
  });
}

/** Gives a class a new hash code and a new code to type; the old ones stop working. */
export async function regenerateCodes({ db }: Uses<'db'>, { caller, requestId, id }: Change): Promise<void> {
  const author = { ...caller, requestId };
  await retryWithNewCode(() =>
    db.transaction(async (tx) => {
      const { row } = await lockClass(tx, caller, id);
      await tx
        .update(classes)
        .set({ classCode: newClassCode(), classHashCode: newHashCode(), ...editedBy(row, caller) })
        .where(eq(classes.id, id));
      await rewriteSearchText(tx, eq(classes.id, id));
      await recordChange(tx, author, { action: 'regenerate-qrcode', entity: 'classes', entityId: id });
    }),
  );
}

/** Puts a class into the trash. Its students, posts and codes stay, so that a restored class is complete. */
export async function deleteClass({ db }: Uses<'db'>, { caller, requestId, id }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, secondaryTeacherIds } = await lockClass(tx, caller, id);
    const { classCode, textbookId, mainTeacherId, schoolAdministratorId } = row;
    const people = { mainTeacherId, schoolAdministratorId, secondaryTeacherIds };
    const before = { ...pick(row, classFields), classCode, textbookId, ...people };
    await moveToTrash(tx, 'classes', { id, author: { userId: caller.userId, requestId }, before });
  });
}

/** Locks a class until the transaction ends; 404 when the caller does not see it. */
export async function lockClass(tx: Queryable, caller: StaffCaller, id: string) {
  const [row] = await tx
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), visibleTo(caller)))
    .for('update');
  if (!row) throw notFound();
  const secondary = await tx
    .select({ teacherId: classSecondaryTeachers.teacherId })
    .from(classSecondaryTeachers)
    .where(eq(classSecondaryTeachers.classId, id))
    .orderBy(asc(classSecondaryTeachers.position));
  return { row, secondaryTeacherIds: secondary.map(({ teacherId }) => teacherId) };
}

/** The form's values and checked references as columns. */
export function columnsOf(values: ClassValues, references: References, approvalRequired: boolean) {
  const { textbookId, mainTeacherId, schoolAdministratorId } = references;
  const people = { mainTeacherId, schoolAdministratorId };
  return { ...pick(values, classFields), textbookId, ...people, approvalRequired };
}

// Replaces the rows of the secondary teachers, and updates the search text.
async function writeTeachersAndSearchText(tx: Queryable, classId: string, { secondaryTeacherIds }: References) {
  await tx.delete(classSecondaryTeachers).where(eq(classSecondaryTeachers.classId, classId));
  const rows = secondaryTeacherIds.map((teacherId, position) => ({ classId, teacherId, position }));
  if (rows.length > 0) await tx.insert(classSecondaryTeachers).values(rows);
  await rewriteSearchText(tx, eq(classes.id, classId));
}
