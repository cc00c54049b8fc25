import { and, eq, type SQL, sql } from 'drizzle-orm';
import { ofRunningClass, runningClass } from '#api/domains/students/classes.ts';
import { contentIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, contents, lessons, media, textbooks } from '#api/ground/db/schema.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { ContentCard } from '#schema/rest/lessons.ts';

/** The published contents of the unit with this hash code, as cards, in the book's order; none when students do not see the unit. */
export async function contentBriefs({ db, links }: Uses<'db' | 'links'>, hashCode: string): Promise<ContentCard[]> {
  return cardsOf(await briefsOfUnit(db, { hashCode }), links);
}

interface OfClass {
  readonly classHashCode: string;
  readonly unitId: string | undefined;
  readonly type: ContentType | undefined;
}

/** The contents of a class's textbook. The list is empty when students do not see the class, or it is completed. */
export async function contentBriefsOfClass(
  services: Uses<'db' | 'links' | 'settings'>,
  { classHashCode, unitId, type }: OfClass,
): Promise<ContentCard[]> {
  const values = { ...runningClass(services, classHashCode), unitId, type };
  return cardsOf(await briefsOfClass(services.db, values), services.links);
}

const selectBriefs = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: contents.id,
      unitId: contents.lessonId,
      hashCode: contents.hashCode,
      type: contents.type,
      pageNumber: contents.pageNumber,
      name: contents.name,
      picture: { id: media.id, fileName: media.fileName },
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(media, eq(media.id, contents.pageImageMediaId))
    .where(and(contentIsPublished, condition))
    .orderBy(lessons.position, lessons.id, contents.position, contents.id);

const briefsOfUnit = preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
  selectBriefs(db, eq(lessons.hashCode, hashCode)),
);

const briefsOfClass = preparedQuery(
  ['classHashCode', 'timeZone', 'unitId', 'type'],
  (db: Queryable, { unitId, type, ...ofClass }) =>
    selectBriefs(
      db,
      and(
        eq(lessons.textbookId, ofRunningClass(classes.textbookId, ofClass)),
        sql`(${unitId}::uuid is null or ${lessons.id} = ${unitId}::uuid)`,
        sql`(${type}::smallint is null or ${contents.type} = ${type}::smallint)`,
      ),
    ),
);

type Row = Awaited<ReturnType<typeof selectBriefs>>[number];

const cardsOf = (rows: readonly Row[], links: SignedLinks): ContentCard[] =>
  rows.map((row) => ({
    thumbnail: row.picture && links.smallPicture(row.picture.id, row.picture.fileName),
    ...row,
  }));
