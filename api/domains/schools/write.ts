import { and, eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import { schools } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { assertNames } from '#api/ground/http/new-names.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type {
  createSchool as createSchoolOperation,
  updateSchool as updateSchoolOperation,
} from '#schema/rest/schools.ts';
import { nameProblem } from '#schema/rules/names.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { schoolFields, type SchoolRuleValues } from '#schema/rules/schools.ts';
import { visibleTo } from './detail.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: BodyOf<typeof createSchoolOperation>;
}

/** Creates a school, once for each idempotency key. Resolves to its id. */
export async function createSchool({ db }: Uses<'db'>, { caller, requestId, values }: Creation): Promise<string> {
  assertNames({ name: values.name }, nameProblem);
  return createOnce(db, { table: schools, userId: caller.userId, key: values.idempotencyKey }, (id) =>
    db.transaction(async (tx) => {
      await tx.insert(schools).values({ id, ...columnsOf(values), updatedById: caller.userId });
      const after = pick(values, schoolFields);
      await recordChange(tx, { ...caller, requestId }, { action: 'create', entity: 'schools', entityId: id, after });
    }),
  );
}

interface Update {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
  readonly values: BodyOf<typeof updateSchoolOperation>;
}

/** Replaces a school's fields; answers 409 when somebody changed the school since the caller read it. */
export async function updateSchool({ db }: Uses<'db'>, { caller, requestId, id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(schools)
      .where(and(eq(schools.id, id), visibleTo(caller)))
      .for('no key update');
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    assertNames({ name: values.name }, nameProblem, row);
    await tx
      .update(schools)
      .set({ ...columnsOf(values), ...editedBy(row, caller) })
      .where(eq(schools.id, id));
    const [before, after] = [pick(row, schoolFields), pick(values, schoolFields)];
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'update', entity: 'schools', entityId: id, before, after },
    );
  });
}

const columnsOf = (values: SchoolRuleValues) => ({
  ...pick(values, schoolFields),
  searchText: searchText(values.name),
});
