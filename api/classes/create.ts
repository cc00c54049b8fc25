import { type Author, recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { newClassCode, newHashCode, newId } from '#api/db/ids.ts';
import { classes } from '#api/db/schema.ts';
import { isViolation } from '#api/db/violations.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { noteVisitors } from '#api/users/visitors.ts';
import type { ClassValues } from '#schema/rules/classes.ts';
import { type References, resolveReferences } from './references.ts';
import { columnsOf, writeSatellites } from './store.ts';

export interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: ClassValues & { readonly classCode?: string | undefined };
}

/** Creates a class and tells its id; a code that the caller chose may be taken, which is 409 on that field. */
export async function createClass({ db, settings }: Services, creation: Creation): Promise<string> {
  const { caller, requestId, values } = creation;
  const insert = (classCode: string) =>
    db.transaction(async (tx) => {
      const references = await resolveReferences(tx, { caller, values });
      await noteVisitors(tx, { caller, after: references });
      const approvalRequired = values.approvalRequired ?? settings.communityApproval;
      const author = { userId: caller.userId, requestId };
      return writeClass(tx, {
        author,
        action: 'create',
        classCode,
        columns: columnsOf(values, references, approvalRequired),
        references,
      });
    });
  const chosen = values.classCode;
  if (chosen === undefined) return withFreeCode(() => insert(newClassCode()));
  try {
    return await insert(chosen);
  } catch (error) {
    if (!isViolation(error, 'classes_class_code_unique')) throw error;
    throw conflict('messages.classCodeExists', 'This class code is already taken.', 'classCode');
  }
}

/** Does the work anew when a code that we made was taken, which happens once in thousands of millions. */
export async function withFreeCode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isViolation(error, 'classes_class_code_unique')) return work();
    throw error;
  }
}

interface NewClass {
  readonly author: Author;
  /** How the audit log calls the making of it. */
  readonly action: 'create' | 'copy';
  readonly classCode: string;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly references: References;
  /** What else the audit log should tell. */
  readonly told?: Readonly<Record<string, unknown>>;
}

/** Writes a class that has been found right, with all that hangs on it, and tells its id. */
export async function writeClass(
  tx: Queryable,
  { author, action, classCode, columns, references, told }: NewClass,
): Promise<string> {
  const id = newId();
  await tx
    .insert(classes)
    .values({ id, classCode, classHashCode: newHashCode(), ...columns, updatedById: author.userId });
  await writeSatellites(tx, id, references);
  const after = { classCode, ...columns, secondaryTeacherIds: references.secondaryTeacherIds, ...told };
  await recordChange(tx, author, { action, entity: 'classes', entityId: id, after });
  return id;
}
