import { lessonDetail } from '#api/domains/lessons/detail.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/contents.ts';
import { contentFields } from '#schema/rules/contents.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { contentDetail } from './detail.ts';
import { contentPage, contentsById } from './list.ts';
import { contentStore } from './write.ts';

export function contentRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  return [
    route(operations.contents, async ({ query }) => contentPage(services, query)),

    route(operations.contentsById, async ({ query }) => contentsById(services, query.Ids)),

    route(operations.createContent, async ({ caller, requestId, body: values }) => {
      const author = { ...caller, requestId };
      return contentDetail(
        services,
        await contentStore.create(services, author, { parentId: values.lessonId, values }),
      );
    }),

    route(operations.contentById, async ({ params }) => contentDetail(services, params.id)),

    route(
      operations.updateContent,
      async ({ caller, requestId, params: { id }, body: values }) => {
        await contentStore.update(services, { ...caller, requestId }, { id, values });
        return contentDetail(services, id);
      },
      async ({ params }) => {
        const stored = await contentDetail(services, params.id);
        const { pageImageId, youtubeLink, wordwallLink, audioId } = stored;
        return { ...pick(stored, contentFields), pageImageId, youtubeLink, wordwallLink, audioId };
      },
    ),

    route(operations.updateContentsOrder, async ({ caller, requestId, body }) => {
      const { lessonId, contentIds: ids, version } = body;
      await contentStore.reorder(services, { ...caller, requestId }, { parentId: lessonId, ids, version });
      return lessonDetail(services, lessonId);
    }),

    route(operations.deleteContent, async ({ caller, requestId, params }) =>
      contentStore.remove(services, { ...caller, requestId }, params.id),
    ),
  ];
}
