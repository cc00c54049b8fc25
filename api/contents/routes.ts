import { type Route, route } from '#api/http/route.ts';
import { lessonDetail } from '#api/lessons/staff-store.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/contents.ts';
import { contentPage } from './content-list.ts';
import { contentDetail } from './store.ts';
import { createContent, deleteContent, orderContents, updateContent } from './write.ts';

export function contentRoutes(services: Services): Route[] {
  return [
    route(operations.contents, async ({ query }) => contentPage(services, query)),

    route(operations.createContent, async ({ caller, requestId, body }) =>
      contentDetail(services, await createContent(services, { ...caller, requestId }, body)),
    ),

    route(operations.contentById, async ({ params }) => contentDetail(services, params.id)),

    route(operations.updateContent, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateContent(services, { ...caller, requestId }, { id, values });
      return contentDetail(services, id);
    }),

    route(operations.updateContentsOrder, async ({ caller, requestId, body }) => {
      await orderContents(services, { ...caller, requestId }, body);
      return lessonDetail(services, body.lessonId);
    }),

    route(operations.deleteContent, async ({ caller, requestId, params }) =>
      deleteContent(services, { ...caller, requestId }, params.id),
    ),
  ];
}
