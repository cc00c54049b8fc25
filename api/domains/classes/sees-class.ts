import { and, eq } from 'drizzle-orm';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { visibleTo } from './scope.ts';

const visibleClass = forEachRole((kind) =>
  preparedQuery(['classId', 'userId'], (db: Queryable, { classId, userId }) =>
    db
      .select({ id: classes.id })
      .from(classes)
      .where(and(eq(classes.id, classId), visibleTo({ kind, userId }))),
  ),
);

/** Answers 404 for a class that the caller does not see. */
export async function assertSeesClass(db: Queryable, caller: StaffCaller, classId: string): Promise<void> {
  const found = await visibleClass[caller.kind](db, { classId, userId: caller.userId });
  if (found.length === 0) throw notFound();
}
