import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { isCompleted } from '#api/classes/completed.ts';
import { lessonIsPublished, textBookIsPublished } from '#api/contents/published.ts';
import { classes, classProfiles, lessons, textbooks } from '#api/db/schema.ts';
import { conflict, notFound } from '#api/http/problems.ts';
import { schoolDay } from '#api/school-day.ts';
import type { Services } from '#api/services.ts';

/** The wall that a work is put on: a running class and a unit of its book. */
export interface WallPlace {
  readonly classId: string;
  readonly lessonId: string;
}

export interface AskedPlace {
  readonly profileId: string;
  /** Which class is meant, and which unit. */
  readonly ofClass: SQL;
  readonly ofLesson: SQL;
}

/** Finds the wall among the classes that the profile has joined; a class or unit it cannot see is not there. */
export async function findPlace(
  { db, settings }: Services,
  { profileId, ofClass, ofLesson }: AskedPlace,
): Promise<WallPlace> {
  const [found] = await db
    .select({ id: classes.id, textbookId: classes.textbookId, status: classes.status, endDate: classes.endDate })
    .from(classes)
    .innerJoin(classProfiles, eq(classProfiles.classId, classes.id))
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .where(and(ofClass, eq(classProfiles.profileId, profileId), isNull(classes.deletedAt), textBookIsPublished));
  if (!found) throw notFound();
  if (isCompleted(found, schoolDay(settings.timeZone)))
    throw conflict('messages.classCompleted', 'This class has finished.');
  const [lesson] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(ofLesson, eq(lessons.textbookId, found.textbookId), lessonIsPublished));
  if (!lesson) throw notFound();
  return { classId: found.id, lessonId: lesson.id };
}
