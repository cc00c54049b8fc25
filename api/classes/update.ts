import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { newClassCode, newHashCode } from '#api/db/ids.ts';
import { classes } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import { noteVisitors } from '#api/users/visitors.ts';
import type { ClassValues } from '#schema/rules/classes.ts';
import { withFreeCode } from './create.ts';
import { resolveReferences } from './references.ts';
import { rewriteSearchText } from './search-text.ts';
import { columnsOf, lockClass, writeSatellites } from './store.ts';

interface Change {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

interface Update extends Change {
  readonly values: ClassValues & { readonly version: number };
}

/** Replaces a class's fields, unless somebody did so since the caller read them. */
export async function updateClass({ db }: Services, { caller, requestId, id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, secondaryTeacherIds } = await lockClass(tx, caller, id);
    await assertVersion(tx, row, values.version);
    const current = { ...row, secondaryTeacherIds };
    const references = await resolveReferences(tx, { caller, values, current });
    await noteVisitors(tx, { caller, before: current, after: references });
    const columns = columnsOf(values, references, values.approvalRequired ?? row.approvalRequired);
    await tx
      .update(classes)
      .set({ ...columns, ...editedBy(row, caller) })
      .where(eq(classes.id, id));
    await writeSatellites(tx, id, references);
    const before = { ...columnsOf({ ...values, ...row }, current, row.approvalRequired), secondaryTeacherIds };
    const after = { ...columns, secondaryTeacherIds: references.secondaryTeacherIds };
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'update', entity: 'classes', entityId: id, before, after },
    );
  });
}

/** Gives a class a new hash code and a new code to type; the old ones open nothing from then on. */
export async function regenerateCodes({ db }: Services, { caller, requestId, id }: Change): Promise<void> {
  const author = { ...caller, requestId };
  await withFreeCode(() =>
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
