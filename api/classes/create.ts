import { recordChange } from '#api/audit/record.ts';
import { newClassCode, newHashCode, newId } from '#api/db/ids.ts';
import { classes } from '#api/db/schema.ts';
import { isViolation } from '#api/db/violations.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { ClassValues } from '#schema/rules/classes.ts';
import { resolveReferences } from './references.ts';
import { columnsOf, writeSatellites } from './store.ts';

export interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: ClassValues & { readonly classCode?: string | undefined };
}

/** Creates a class and tells its id; a code that the caller chose may be taken, which is 409 on that field. */
export async function createClass(services: Services, creation: Creation): Promise<string> {
  const chosen = creation.values.classCode;
  try {
    return await insertClass(services, creation, chosen ?? newClassCode());
  } catch (error) {
    if (!isViolation(error, 'classes_class_code_unique')) throw error;
    if (chosen !== undefined)
      throw conflict('messages.classCodeExists', 'This class code is already taken.', 'classCode');
    // Ours was taken, which happens once in thousands of millions; the next one is free.
    return insertClass(services, creation, newClassCode());
  }
}

function insertClass({ db, settings }: Services, { caller, requestId, values }: Creation, classCode: string) {
  return db.transaction(async (tx) => {
    const id = newId();
    const references = await resolveReferences(tx, { caller, values });
    const columns = columnsOf(values, references, values.approvalRequired ?? settings.communityApproval);
    await tx
      .insert(classes)
      .values({ id, classCode, classHashCode: newHashCode(), ...columns, updatedById: caller.userId });
    await writeSatellites(tx, id, references);
    const after = { classCode, ...columns, secondaryTeacherIds: references.secondaryTeacherIds };
    await recordChange(tx, { ...caller, requestId }, { action: 'create', entity: 'classes', entityId: id, after });
    return id;
  });
}
