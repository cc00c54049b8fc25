import { and, asc, eq, isNull } from 'drizzle-orm';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, contents, finishedContents, lessons } from '#api/ground/db/schema.ts';
import type { classStudent } from '#schema/rest/class-profiles.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';

type Finished = ResponseOf<typeof classStudent>['finished'];

/** The contents of a class's textbook that a student has finished, in printed order. */
export async function finishedBy(db: Queryable, classId: string, profileId: string): Promise<Finished> {
  const rows = await finishedContentsOf(db, { classId, profileId });
  return rows.map((row) => ({ ...row, finishedAt: row.finishedAt?.toISOString() ?? null }));
}

const finishedContentsOf = preparedQuery(['classId', 'profileId'], (db: Queryable, { classId, profileId }) =>
  db
    .select({
      ...contentWithUnit,
      finishedAt: finishedContents.finishedAt,
    })
    .from(finishedContents)
    .innerJoin(contents, eq(contents.id, finishedContents.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(classes, eq(classes.textbookId, lessons.textbookId))
    .where(
      and(
        eq(classes.id, classId),
        eq(finishedContents.profileId, profileId),
        isNull(contents.deletedAt),
        isNull(lessons.deletedAt),
      ),
    )
    .orderBy(asc(lessons.position), asc(lessons.id), asc(contents.position), asc(contents.id)),
);
