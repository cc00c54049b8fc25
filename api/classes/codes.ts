import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { newClassCode } from '#api/db/ids.ts';
import { classes } from '#api/db/schema.ts';

/** A class code that no class has, deleted ones included. */
export async function freeClassCode(db: Queryable): Promise<string> {
  for (;;) {
    const classCode = newClassCode();
    const taken = await db.select({ id: classes.id }).from(classes).where(eq(classes.classCode, classCode));
    if (taken.length === 0) return classCode;
  }
}
