import { and, inArray, sql } from 'drizzle-orm';
import { recordChanges } from '#api/domains/audit/record.ts';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import { classes } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { BulkResult } from '#schema/rest/bulk.ts';
import type { ClassStatus } from '#schema/rest/enumerations.ts';
import { endDateProblem } from '#schema/rules/classes.ts';
import { visibleTo } from './scope.ts';

type Row = typeof classes.$inferSelect;

interface Many {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly ids: readonly string[];
}

/** Archives or reactivates classes. */
export const setStatuses = (services: Uses<'db'>, { status, ...many }: Many & { readonly status: ClassStatus }) =>
  changeMany(services, many, { field: 'status', value: status, problemOf: () => null });

/** Gives classes the same last day; a class that starts later keeps its own and is reported. */
export const extendClasses = (services: Uses<'db'>, { endDate, ...many }: Many & { readonly endDate: string }) =>
  changeMany(services, many, {
    field: 'endDate',
    value: endDate,
    problemOf: ({ startDate }) => endDateProblem({ startDate, endDate }),
  });

interface Change<Field extends 'status' | 'endDate'> {
  readonly field: Field;
  readonly value: Row[Field];
  readonly problemOf: (row: Row) => MessageKey | null;
}

function changeMany<Field extends 'status' | 'endDate'>(
  { db }: Uses<'db'>,
  { caller, requestId, ids }: Many,
  { field, value, problemOf }: Change<Field>,
): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    // Locks are taken in the order of the ids, so that two bulk changes cannot deadlock.
    const rows = await tx
      .select()
      .from(classes)
      .where(and(inArray(classes.id, [...ids]), visibleTo(caller)))
      .orderBy(classes.id)
      .for('update');
    const keys = new Map(rows.map((row) => [row.id, problemOf(row)]));
    const changed = rows.filter((row) => keys.get(row.id) === null && row[field] !== value);
    const version = sql`${classes.version} + 1`;
    await tx
      .update(classes)
      .set({ [field]: value, version, updatedAt: timeOfChange, updatedById: caller.userId })
      .where(
        inArray(
          classes.id,
          changed.map(({ id }) => id),
        ),
      );
    const changes = changed.map((row) => ({
      ...{ action: 'update', entity: 'classes', entityId: row.id },
      before: { [field]: row[field] },
      after: { [field]: value },
    }));
    await recordChanges(tx, { ...caller, requestId }, changes);
    const results = ids.map((id) => {
      const key = keys.get(id.toLowerCase());
      return { id, messageKey: key === undefined ? 'messages.notFound' : key };
    });
    return { results };
  });
}
