import { eq } from 'drizzle-orm';
import { contentBriefs } from '#api/contents/briefs.ts';
import { contents, lessons } from '#api/db/schema.ts';
import { route, type Route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { findClass } from '#api/students/classes.ts';
import { createLookUps } from '#api/students/look-ups.ts';
import { textBookDetail } from '#api/textbooks/store.ts';
import { classUnits } from '#schema/rest/classes.ts';
import * as operations from '#schema/rest/lessons.ts';
import { lessonPage } from './lesson-list.ts';
import { lessonDetail } from './staff-store.ts';
import { findLesson, lessonBriefs } from './store.ts';
import { createLesson, deleteLesson, orderLessons, updateLesson } from './write.ts';

export function lessonRoutes(services: Services): Route[] {
  const lookUps = createLookUps(services);
  return [
    route(classUnits, async ({ query, address }) => {
      const { completed, textBook } = await lookUps.found(address, await findClass(services, query.classHashCode));
      return completed ? [] : lessonBriefs(services.db, eq(lessons.textbookId, textBook.id));
    }),

    route(operations.lessonContents, async ({ query, address }) => {
      const lesson = await lookUps.found(address, await findLesson(services.db, query.hashCode));
      return contentBriefs(services, eq(contents.lessonId, lesson.id));
    }),

    route(operations.textBookUnits, async ({ query }) => lessonPage(services, query)),

    route(operations.createLesson, async ({ caller, requestId, body }) =>
      lessonDetail(services, await createLesson(services, { ...caller, requestId }, body)),
    ),

    route(operations.lessonById, async ({ params }) => lessonDetail(services, params.id)),

    // The router leaves out what the brief does not declare.
    route(operations.lessonBriefById, async ({ params }) => lessonDetail(services, params.id)),

    route(operations.updateLesson, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateLesson(services, { ...caller, requestId }, { id, values });
      return lessonDetail(services, id);
    }),

    route(operations.updateLessonsOrder, async ({ caller, requestId, body }) => {
      await orderLessons(services, { ...caller, requestId }, body);
      return textBookDetail(services, body.textBookId);
    }),

    route(operations.deleteLesson, async ({ caller, requestId, params }) =>
      deleteLesson(services, { ...caller, requestId }, params.id),
    ),
  ];
}
