import { contentBriefs } from '#api/domains/contents/briefs.ts';
import { findClass } from '#api/domains/students/classes.ts';
import { createLookUps } from '#api/domains/students/look-ups.ts';
import { textBookDetail } from '#api/domains/textbooks/detail.ts';
import { route, type Route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { classUnits } from '#schema/rest/classes.ts';
import * as operations from '#schema/rest/lessons.ts';
import { lessonFields } from '#schema/rules/lessons.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { findLesson, lessonBriefsOfClass } from './briefs.ts';
import { lessonBrief, lessonDetail } from './detail.ts';
import { lessonPage, lessonsById } from './list.ts';
import { lessonStore } from './write.ts';

export function lessonRoutes(services: Uses<'db' | 'pool' | 'secrets' | 'settings' | 'links'>): Route[] {
  const lookUps = createLookUps(services);
  return [
    route(classUnits, async ({ query, address }) => {
      const units = await lessonBriefsOfClass(services, query.classHashCode);
      if (units.length === 0) await lookUps.found(address, await findClass(services, query.classHashCode));
      return units;
    }),

    route(operations.lessonContents, async ({ query, address }) => {
      const found = await contentBriefs(services, query.hashCode);
      if (found.length === 0) await lookUps.found(address, await findLesson(services.db, query.hashCode));
      return found;
    }),

    route(operations.textBookUnits, async ({ query }) => lessonPage(services, query)),

    route(operations.lessonsById, async ({ query }) => lessonsById(services, query.Ids)),

    route(operations.createLesson, async ({ caller, requestId, body: values }) => {
      const author = { ...caller, requestId };
      return lessonDetail(
        services,
        await lessonStore.create(services, author, { parentId: values.textBookId, values }),
      );
    }),

    route(operations.lessonById, async ({ params }) => lessonDetail(services, params.id)),

    route(operations.lessonBriefById, async ({ params }) => lessonBrief(services.db, params.id)),

    route(
      operations.updateLesson,
      async ({ caller, requestId, params: { id }, body: values }) => {
        await lessonStore.update(services, { ...caller, requestId }, { id, values });
        return lessonDetail(services, id);
      },
      async ({ params }) => pick(await lessonDetail(services, params.id), lessonFields),
    ),

    route(operations.updateLessonsOrder, async ({ caller, requestId, body }) => {
      const { textBookId, lessonIds: ids, version } = body;
      await lessonStore.reorder(services, { ...caller, requestId }, { parentId: textBookId, ids, version });
      return textBookDetail(services, textBookId);
    }),

    route(operations.deleteLesson, async ({ caller, requestId, params }) =>
      lessonStore.remove(services, { ...caller, requestId }, params.id),
    ),
  ];
}
