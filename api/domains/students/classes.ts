import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isCompleted } from '#api/domains/classes/scope.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import { classes, classProfiles, media, profiles, textbooks } from '#api/ground/db/schema.ts';
import { foldedClassCode } from '#api/ground/db/short-code.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { textBookColumns, withThumbnail } from './textbooks.ts';

/** The class with this hash code, completed ones included; undefined when there is none for students. */
export const findClass = (services: Uses<'db' | 'settings' | 'links'>, classHashCode: string) =>
  findOne(services, eq(classes.classHashCode, classHashCode));

/** The class whose code was typed. An exact match wins over a match of look-alike characters; two such matches are none. */
export async function findClassByTypedCode(services: Uses<'db'>, typed: string): Promise<TypedClass | undefined> {
  const rows = await services.db
    .select({
      classHashCode: classes.classHashCode,
      textBookHashCode: textbooks.hashCode,
      isExact: sql<boolean>`${classes.classCode} = upper(trim(${typed}::text))`,
    })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .where(
      and(
        isNull(classes.deletedAt),
        textBookIsPublished,
        eq(foldedClassCode(classes.classCode), foldedClassCode(sql`${typed}::text`)),
      ),
    );
  return rows.find(({ isExact }) => isExact) ?? (rows.length === 1 ? rows[0] : undefined);
}

interface TypedClass {
  readonly classHashCode: string;
  readonly textBookHashCode: string;
}

/** The class with this id, if it uses the textbook. */
export const findClassOfTextBook = (
  services: Uses<'db' | 'settings' | 'links'>,
  { classId, textBookId }: ClassAndBook,
) => findOne(services, and(eq(classes.id, classId), eq(classes.textbookId, textBookId)));

interface ClassAndBook {
  readonly classId: string;
  readonly textBookId: string;
}

async function findOne({ db, links, settings }: Uses<'db' | 'settings' | 'links'>, condition: SQL | undefined) {
  const [row] = await db
    .select({
      id: classes.id,
      classHashCode: classes.classHashCode,
      className: classes.className,
      status: classes.status,
      startDate: classes.startDate,
      endDate: classes.endDate,
      textBook: textBookColumns,
    })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(and(isNull(classes.deletedAt), textBookIsPublished, condition));
  return (
    row && {
      ...row,
      completed: isCompleted(row, schoolDay(settings.timeZone)),
      textBook: withThumbnail(row.textBook, links),
    }
  );
}

/** The classes that a profile has joined, the last seen first. */
export async function classesOfProfile({ db, settings }: Uses<'db' | 'settings'>, profileId: string) {
  const rows = await db
    .select({
      id: classes.id,
      classHashCode: classes.classHashCode,
      textBookId: classes.textbookId,
      status: classes.status,
      endDate: classes.endDate,
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .innerJoin(classes, eq(classes.id, classProfiles.classId))
    .where(and(eq(classProfiles.profileId, profileId), isNull(profiles.deletedAt), isNull(classes.deletedAt)))
    .orderBy(desc(classProfiles.lastSeenAt), classes.id);
  const today = schoolDay(settings.timeZone);
  return rows.map((row) => ({ ...row, completed: isCompleted(row, today) }));
}
