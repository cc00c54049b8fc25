import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { makeClass } from './teaching.ts';

/** Makes a class the next one of an old class of no school, whose codes it takes over after the old one's last day. */
export async function takesOverCodes({ db }: Uses<'db'>, classId: string, endDate: string): Promise<void> {
  const [next] = await db.select({ textbookId: classes.textbookId }).from(classes).where(eq(classes.id, classId));
  const old = await makeClass(db, { textbookId: next?.textbookId ?? '', endDate });
  const turnId = newId();
  await db.insert(schoolYearTurns).values({ id: turnId, leavingCount: 0 });
  const turned = { turnId, position: 0, sourceId: old.id, classId, studentCount: 0, keepsCode: true };
  await db.insert(schoolYearTurnClasses).values(turned);
}
