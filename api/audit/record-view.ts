import { inArray } from 'drizzle-orm';
import { v5 } from 'uuid';
import type { Queryable } from '#api/db/client.ts';
import { auditLog } from '#api/db/schema.ts';
import { schoolDay } from '#api/school-day.ts';
import { type Author, recordChange } from './record.ts';

// Makes the ids of views and nothing else.
const namespace = '6f1b3a52-5a0e-4a39-9d58-2f6f0c7f2f6d';

interface View {
  /** The classes whose children's media were shown. */
  readonly classIds: readonly string[];
  readonly timeZone: string;
}

/** Writes down that staff were shown children's media: one row a class and day, however often they look. */
export async function recordMediaViews(db: Queryable, author: Author, { classIds, timeZone }: View): Promise<void> {
  const day = schoolDay(timeZone);
  // The same for the same person, class and day, so that a second row of it cannot be.
  const views = new Map(classIds.map((classId) => [v5(`${author.userId} ${classId} ${day}`, namespace), classId]));
  if (views.size === 0) return;
  const written = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.id, [...views.keys()]));
  for (const { id } of written) views.delete(id);
  for (const [id, entityId] of views)
    await recordChange(db, author, { id, action: 'view-media', entity: 'classes', entityId });
}
