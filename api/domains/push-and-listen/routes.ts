import { contentDetail } from '#api/domains/contents/detail.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/push-and-listen.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { pushAndListenFields } from '#schema/rules/push-and-listen.ts';
import { itemDetail, itemsOf } from './detail.ts';
import { itemStore } from './write.ts';

export function pushAndListenRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  return [
    route(operations.pushAndListenItems, async ({ query }) => itemsOf(services, query.ContentId)),

    route(operations.createPushAndListenItem, async ({ caller, requestId, body: values }) => {
      const author = { ...caller, requestId };
      return itemDetail(services, await itemStore.create(services, author, { parentId: values.contentId, values }));
    }),

    route(
      operations.updatePushAndListenItem,
      async ({ caller, requestId, params: { id }, body: values }) => {
        await itemStore.update(services, { ...caller, requestId }, { id, values });
        return itemDetail(services, id);
      },
      async ({ params }) => {
        const stored = await itemDetail(services, params.id);
        return { ...pick(stored, pushAndListenFields), fileName: stored.fileName, spot: stored.spot };
      },
    ),

    route(operations.updatePushAndListenItemsOrder, async ({ caller, requestId, body }) => {
      const { contentId, itemIds: ids, version } = body;
      await itemStore.reorder(services, { ...caller, requestId }, { parentId: contentId, ids, version });
      return contentDetail(services, contentId);
    }),

    route(operations.deletePushAndListenItem, async ({ caller, requestId, params }) =>
      itemStore.remove(services, { ...caller, requestId }, params.id),
    ),
  ];
}
