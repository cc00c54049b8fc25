import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes } from '#api/db/schema.ts';
import { ApiProblem } from '#api/http/problems.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { TextBook } from './store.ts';

const shown = 10;

// Whoever puts a class on a textbook holds the textbook's row for that, so under our own hold no class comes in between.

/** Refuses to delete a textbook that classes use, and names them. */
export async function assertUnused(tx: Queryable, { id, name }: TextBook): Promise<void> {
  const using = await classesOf(tx, id);
  if (!using) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.couldNotDelete',
    messageValues: { name, ...using },
    detail: `Could not delete ${name}. They are associated with a Class`,
  });
}

/** Refuses to take a textbook away from the children of running classes. */
export async function assertNotRunning(tx: Queryable, { id, name }: TextBook, today: string): Promise<void> {
  const using = await classesOf(tx, id, today);
  if (!using) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.textBookInUse',
    messageValues: { name, ...using },
    detail: `${name} cannot become a draft. Active classes use it: ${using.classes}.`,
    errors: { published: ['messages.textBookInUse'] },
  });
}

const runningOnDay = (day: string) => and(eq(classes.status, ClassStatus.ACTIVE), gte(classes.endDate, day));

/** The classes of a textbook as a problem names them; with a day, those that run on it. */
async function classesOf(tx: Queryable, textbookId: string, runningOn?: string) {
  const rows = await tx
    .select({ name: classes.className, count: sql<number>`(count(*) over ())::int` })
    .from(classes)
    .where(
      and(
        eq(classes.textbookId, textbookId),
        isNull(classes.deletedAt),
        runningOn === undefined ? undefined : runningOnDay(runningOn),
      ),
    )
    .orderBy(asc(sql`lower(${classes.className})`), asc(classes.id))
    .limit(shown);
  const [first] = rows;
  return first && { classes: rows.map(({ name }) => name).join(', '), classCount: String(first.count) };
}
