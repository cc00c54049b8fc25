import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { classes, schoolYearTurnClasses, schoolYearTurns } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { makeClass } from './teaching.ts';

/** Lets a class take over the codes of an old class, of no school, after the old class's last day `endDate`. */
export async function takesOverCodes({ db }: Uses<'db'>, classId: string, endDate: string): Promise<void> {
  const [next] = await db.select({ textbookId: classes.textbookId }).from(classes).where(eq(classes.id, classId));
  const old = await makeClass(db, { textbookId: next?.textbookId ?? '', endDate });
  const turnId = newId();
  await db.insert(schoolYearTurns).values({ id: turnId, leavingCount: 0 });
  const turned = { turnId, position: 0, sourceId: old.id, classId, studentCount: 0, keepsCode: true };
  await db.insert(schoolYearTurnClasses).values(turned);
}
