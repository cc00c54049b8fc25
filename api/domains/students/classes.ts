import { and, desc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isCompleted, isRunning } from '#api/domains/classes/scope.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, classProfiles, media, profiles, textbooks } from '#api/ground/db/schema.ts';
import { foldedClassCode } from '#api/ground/db/short-code.ts';
import type { Uses } from '#api/ground/services.ts';
import { textBookColumns, withThumbnail } from './textbooks.ts';

/** The class with this hash code, completed ones included; undefined when students see no such class. */
export async function findClass(services: Uses<'db' | 'settings' | 'links'>, classHashCode: string) {
  const [row] = await classByHashCode(services.db, { classHashCode });
  return row && shown(services, row);
}

/** The classes with these hash codes, without those that students do not see. */
export async function findClasses(services: Uses<'db' | 'settings' | 'links'>, classHashCodes: readonly string[]) {
  if (classHashCodes.length === 0) return [];
  const rows = await classesByHashCode(services.db, { classHashCodes });
  return rows.map((row) => shown(services, row));
}

/** The class of a typed code. An exact match wins over look-alike matches; two look-alike matches count as no match. */
export async function findClassByTypedCode(services: Uses<'db'>, typed: string): Promise<TypedClass | undefined> {
  const rows = await classesByTypedCode(services.db, { typed });
  return rows.find(({ isExact }) => isExact) ?? (rows.length === 1 ? rows[0] : undefined);
}

interface TypedClass {
  readonly classHashCode: string;
  readonly textBookHashCode: string;
}

/** The status of the class with this id, if it uses the textbook. */
export async function findClassStatus({ db, settings }: Uses<'db' | 'settings'>, ids: ClassAndBook) {
  const [row] = await statusOfClass(db, { ...ids });
  return row && { status: row.status, completed: isCompleted(row, settings.timeZone) };
}

interface ClassAndBook {
  readonly classId: string;
  readonly textBookId: string;
}

const selectClass = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: classes.id,
      classHashCode: classes.classHashCode,
      className: classes.className,
      status: classes.status,
      startDate: classes.startDate,
      endDate: classes.endDate,
      ownZone: ownZone(),
      textBook: textBookColumns,
    })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(and(isNull(classes.deletedAt), textBookIsPublished, condition));

const classByHashCode = preparedQuery(['classHashCode'], (db: Queryable, { classHashCode }) =>
  selectClass(db, eq(classes.classHashCode, classHashCode)),
);

const classesByHashCode = preparedQuery(['classHashCodes'], (db: Queryable, { classHashCodes }) =>
  selectClass(db, sql`${classes.classHashCode} = any(${classHashCodes})`),
);

const statusOfClass = preparedQuery(['classId', 'textBookId'], (db: Queryable, { classId, textBookId }) =>
  db
    .select({ status: classes.status, endDate: classes.endDate, ownZone: ownZone() })
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .where(
      and(isNull(classes.deletedAt), textBookIsPublished, eq(classes.id, classId), eq(classes.textbookId, textBookId)),
    ),
);

const classesByTypedCode = preparedQuery(['typed'], (db: Queryable, { typed }) =>
  db
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
        eq(classes.codeOpens, true),
        eq(foldedClassCode(classes.classCode), foldedClassCode(sql`${typed}::text`)),
      ),
    ),
);

/** A class's code and the installation's time zone, for `ofRunningClass`. */
export const runningClass = ({ settings }: Uses<'settings'>, classHashCode: string) => ({
  classHashCode,
  timeZone: settings.timeZone,
});

/**
 * A column of the class with this hash code, if students see it and it is not completed; else null. For queries, whose
 * rows then need no query for the class before them.
 */
export const ofRunningClass = (
  column: AnyPgColumn,
  { classHashCode, timeZone }: Readonly<Record<keyof ReturnType<typeof runningClass>, Placeholder>>,
): SQL => sql`(
  select ${column} from ${classes} join ${textbooks} on ${textbooks.id} = ${classes.textbookId}
  where ${and(isNull(classes.deletedAt), textBookIsPublished, eq(classes.classHashCode, classHashCode), isRunning(timeZone))}
)`;

/** The same for a child. A child of the class still sees a completed class, since its work of that year is there. */
export const ofClassOfChild = (
  column: AnyPgColumn,
  {
    classHashCode,
    timeZone,
    profileId,
  }: Readonly<Record<keyof ReturnType<typeof runningClass> | 'profileId', Placeholder>>,
): SQL => sql`(
  select ${column} from ${classes} join ${textbooks} on ${textbooks.id} = ${classes.textbookId}
  where ${and(isNull(classes.deletedAt), textBookIsPublished, eq(classes.classHashCode, classHashCode))}
    and (${isRunning(timeZone)} or exists (
      select from ${classProfiles} joined
      where joined.class_id = ${classes.id} and joined.profile_id = ${profileId}::uuid and not joined.waiting
    ))
)`;

type ClassRow = Awaited<ReturnType<typeof selectClass>>[number];

const shown = ({ links, settings }: Uses<'settings' | 'links'>, row: ClassRow) => ({
  completed: isCompleted(row, settings.timeZone),
  ...row,
  textBook: withThumbnail(row.textBook, links),
});

/**
 * The classes that a profile has joined, the last seen first. After a turn of the school year the old and the new class
 * have the same time: the old one then comes first. `byOldCode`: the profile joined by a code that was replaced, so it
 * must not learn the new one.
 */
export async function classesOfProfile({ db, settings }: Uses<'db' | 'settings'>, profileId: string) {
  const rows = await joinedClasses(db, { profileId });
  return rows.map((row) => ({ ...row, completed: isCompleted(row, settings.timeZone) }));
}

const joinedClasses = preparedQuery(['profileId'], (db: Queryable, { profileId }) =>
  db
    .select({
      id: classes.id,
      classHashCode: classes.classHashCode,
      textBookId: classes.textbookId,
      status: classes.status,
      endDate: classes.endDate,
      ownZone: ownZone(),
      byOldCode: classProfiles.byOldCode,
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .innerJoin(classes, eq(classes.id, classProfiles.classId))
    .where(and(eq(classProfiles.profileId, profileId), isNull(profiles.deletedAt), isNull(classes.deletedAt)))
    .orderBy(desc(classProfiles.lastSeenAt), classes.startDate, classes.id),
);
