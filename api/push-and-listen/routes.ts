import { contentDetail } from '#api/contents/store.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/push-and-listen.ts';
import { itemDetail, itemsOf } from './store.ts';
import { createItem, deleteItem, orderItems, updateItem } from './write.ts';

export function pushAndListenRoutes(services: Services): Route[] {
  return [
    route(operations.pushAndListenItems, async ({ query }) => itemsOf(services, query.ContentId)),

    route(operations.createPushAndListenItem, async ({ caller, requestId, body }) =>
      itemDetail(services, await createItem(services, { ...caller, requestId }, body)),
    ),

    route(operations.updatePushAndListenItem, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateItem(services, { ...caller, requestId }, { id, values });
      return itemDetail(services, id);
    }),

    route(operations.updatePushAndListenItemsOrder, async ({ caller, requestId, body }) => {
      await orderItems(services, { ...caller, requestId }, body);
      return contentDetail(services, body.contentId);
    }),

    route(operations.deletePushAndListenItem, async ({ caller, requestId, params }) =>
      deleteItem(services, { ...caller, requestId }, params.id),
    ),
  ];
}
