import { eq } from 'drizzle-orm';
import { contentBriefs } from '#api/contents/briefs.ts';
import { contents, lessons } from '#api/db/schema.ts';
import { route, type Route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { findClass } from '#api/students/classes.ts';
import { createLookUps } from '#api/students/look-ups.ts';
import { classUnits } from '#schema/rest/classes.ts';
import { lessonContents } from '#schema/rest/lessons.ts';
import { findLesson, lessonBriefs } from './store.ts';

export function lessonRoutes(services: Services): Route[] {
  const lookUps = createLookUps(services);
  return [
    route(classUnits, async ({ query, address }) => {
      const { completed, textBook } = await lookUps.found(address, await findClass(services, query.classHashCode));
      return completed ? [] : lessonBriefs(services.db, eq(lessons.textbookId, textBook.id));
    }),

    route(lessonContents, async ({ query, address }) => {
      const lesson = await lookUps.found(address, await findLesson(services.db, query.hashCode));
      return contentBriefs(services, eq(contents.lessonId, lesson.id));
    }),
  ];
}
