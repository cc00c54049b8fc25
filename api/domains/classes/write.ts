import { and, asc, eq, type SQL } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, newRowTimes } from '#api/domains/audit/versions.ts';
import { approvalBySchool } from '#api/domains/schools/approval.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import { admitTeachers } from '#api/domains/users/staffing.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { newClassCode, newHashCode } from '#api/ground/db/ids.ts';
import { classes, classProfiles, classSecondaryTeachers } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { conflict, externalIdExists, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { createClass as createClassOperation } from '#schema/rest/classes.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { classFields, type ClassValues } from '#schema/rules/classes.ts';
import { nameProblem } from '#schema/rules/names.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { type References, resolveReferences } from './references.ts';
import { rewriteSearchText } from './search-text.ts';
import { visibleTo } from './scope.ts';

export interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: BodyOf<typeof createClassOperation>;
  /** The school to choose where the school administrator owns several. */
  readonly preferredSchoolId?: string | undefined;
}

/**
 * Creates a class, once for each idempotency key. Resolves to its id. Answers 409 on `classCode` when the code that the
 * caller chose is taken, and on `externalId` when another class has it.
 */
export async function createClass(services: Uses<'db' | 'settings'>, creation: Creation): Promise<string> {
  const { caller, values } = creation;
  const { externalId } = values;
  return withUniqueExternalId(() => createWithCode(services, creation), { db: services.db, caller, externalId });
}

async function createWithCode({ db, settings }: Uses<'db' | 'settings'>, creation: Creation): Promise<string> {
  const { caller, requestId, values, preferredSchoolId = null } = creation;
  assertNames({ className: values.className }, nameProblem);
  const insert = (id: string, classCode: string) =>
    db.transaction(async (tx) => {
      const references = await resolveReferences(tx, { caller, values, preferredSchoolId });
      await admitTeachers(tx, { caller, after: references });
      const approvalRequired = values.approvalRequired ?? (await approvalOf(tx, references, settings));
      const author = { ...caller, requestId };
      const columns = columnsOf(values, references, approvalRequired);
      return writeClass(tx, { id, author, action: 'create', classCode, columns, references });
    });
  const { classCode: chosen, idempotencyKey: key } = values;
  const newRow = { table: classes, userId: caller.userId, key };
  if (chosen === undefined) return createOnce(db, newRow, (id) => retryWithNewCode(() => insert(id, newClassCode())));
  try {
    return await createOnce(db, newRow, (id) => insert(id, chosen));
  } catch (error) {
    if (!isViolation(error, 'classes_class_code_unique')) throw error;
    const takenBy = await idOfClass(db, caller, eq(classes.classCode, chosen));
    throw conflict('messages.classCodeExists', 'This class code is already taken.', 'classCode', takenBy);
  }
}

async function approvalOf(tx: Queryable, { schoolId }: References, { communityApproval }: Settings): Promise<boolean> {
  const approval = await approvalBySchool(tx, { schoolIds: [schoolId], standard: communityApproval });
  return approval(schoolId);
}

/** Runs a write; answers 409 on `externalId` when another class has it. */
async function withUniqueExternalId<Result>(
  write: () => Promise<Result>,
  {
    db,
    caller,
    externalId,
  }: { readonly db: Queryable; readonly caller: StaffCaller; readonly externalId: string | null },
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (externalId === null || !isViolation(error, 'classes_external_id_unique')) throw error;
    throw externalIdExists(await idOfClass(db, caller, eq(classes.externalId, externalId)));
  }
}

// Undefined for a class that the caller does not see.
async function idOfClass(db: Queryable, caller: StaffCaller, which: SQL): Promise<string | undefined> {
  const [found] = await db
    .select({ id: classes.id })
    .from(classes)
    .where(and(which, visibleTo(caller)));
  return found?.id;
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
  const made = { updatedById: author.userId, ...newRowTimes };
  // Beyond the wall: the new class has no teachers yet, so its author cannot see the row behind the wall.
  await beyondWall(tx, async (all) => {
    await all.insert(classes).values({ id, classCode, classHashCode: newHashCode(), ...columns, schoolId, ...made });
    await writeTeachersAndSearchText(all, id, references);
  });
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
export async function updateClass({ db }: Uses<'db'>, update: Update): Promise<void> {
  const { caller, values } = update;
  const { externalId } = values;
  await withUniqueExternalId(() => db.transaction((tx) => writeUpdate(tx, update)), { db, caller, externalId });
}

async function writeUpdate(tx: Queryable, { caller, requestId, id, values }: Update): Promise<void> {
  const { row, secondaryTeacherIds } = await lockClass(tx, caller, id);
  await assertVersion(tx, row, values.version);
  assertNames({ className: values.className }, nameProblem, row);
  const current = { ...row, secondaryTeacherIds };
  const references = await resolveReferences(tx, { caller, values, current });
  await admitTeachers(tx, { caller, before: current, after: references });
  const columns = columnsOf(values, references, values.approvalRequired ?? row.approvalRequired);
  // Beyond the wall: a main teacher who becomes a secondary one does not see the class between these statements.
  await beyondWall(tx, async (all) => {
    await all
      .update(classes)
      .set({ ...columns, schoolId: references.schoolId, ...editedBy(row, caller) })
      .where(eq(classes.id, id));
    await writeTeachersAndSearchText(all, id, references);
  });
  const before = { ...columnsOf({ ...values, ...row }, current, row.approvalRequired), secondaryTeacherIds };
  const after = { ...columns, secondaryTeacherIds: references.secondaryTeacherIds };
  await recordChange(
    tx,
    { ...caller, requestId },
    { action: 'update', entity: 'classes', entityId: id, before, after },
  );
}

type NewCodes = Change & { readonly version?: number | undefined };

/** Gives a class a new hash code and a new code to type; the old ones stop working. */
export async function regenerateCodes({ db }: Uses<'db'>, { caller, requestId, id, version }: NewCodes): Promise<void> {
  const author = { ...caller, requestId };
  await retryWithNewCode(() =>
    db.transaction(async (tx) => {
      const { row } = await lockClass(tx, caller, id);
      if (version !== undefined) await assertVersion(tx, row, version);
      await tx
        .update(classes)
        .set({ classCode: newClassCode(), classHashCode: newHashCode(), ...editedBy(row, caller) })
        .where(eq(classes.id, id));
      // A profile that joined by the old code must not learn the new one: a stranger could come back with it.
      await tx.update(classProfiles).set({ byOldCode: true }).where(eq(classProfiles.classId, id));
      await rewriteSearchText(tx, eq(classes.id, id));
      await recordChange(tx, author, { action: 'regenerate-qrcode', entity: 'classes', entityId: id });
    }),
  );
}

/** Puts a class into the trash. Its students, posts and codes stay, so that a restored class is complete. */
export const deleteClass = ({ db }: Uses<'db'>, change: Change): Promise<void> =>
  db.transaction((tx) => moveClassToTrash(tx, change));

/** The same in the caller's transaction; `among` are the classes that the caller may delete. */
export async function moveClassToTrash(
  tx: Queryable,
  { caller, requestId, id }: Change,
  among = visibleTo(caller),
): Promise<void> {
  const { row, secondaryTeacherIds } = await lockClassAmong(tx, id, among);
  const { classCode, textbookId, mainTeacherId, schoolAdministratorId } = row;
  const people = { mainTeacherId, schoolAdministratorId, secondaryTeacherIds };
  const before = { ...pick(row, classFields), classCode, textbookId, ...people };
  await moveToTrash(tx, 'classes', { id, author: { ...caller, requestId }, before });
}

/** Locks a class until the transaction ends; 404 when the caller does not see it. */
export const lockClass = (tx: Queryable, caller: StaffCaller, id: string) => lockClassAmong(tx, id, visibleTo(caller));

async function lockClassAmong(tx: Queryable, id: string, among: SQL | undefined) {
  const [row] = await tx
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), among))
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
  return { ...pick(values, classFields), externalId: values.externalId, textbookId, ...people, approvalRequired };
}

// Replaces the rows of the secondary teachers, and updates the search text.
async function writeTeachersAndSearchText(tx: Queryable, classId: string, { secondaryTeacherIds }: References) {
  await tx.delete(classSecondaryTeachers).where(eq(classSecondaryTeachers.classId, classId));
  const rows = secondaryTeacherIds.map((teacherId, position) => ({ classId, teacherId, position }));
  if (rows.length > 0) await tx.insert(classSecondaryTeachers).values(rows);
  await rewriteSearchText(tx, eq(classes.id, classId));
}
