import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/webhooks.ts';
import { deliveryPage, webhookDetailOf, webhookPage } from './list.ts';
import { replayFailed, replayOne, sendPing } from './replay.ts';
import { createWebhook, deleteWebhook, rotateSecret, setActive, updateWebhook } from './write.ts';

export function webhookRoutes(services: Uses<'db' | 'jobs' | 'secrets' | 'settings'>): Route[] {
  const { db } = services;

  return [
    route(operations.webhooks, async ({ query }) => webhookPage(services, query)),

    route(operations.webhookById, async ({ params }) => webhookDetailOf(db, params.id)),

    route(operations.createWebhook, async ({ caller, requestId, body: values }) => {
      const { id, secret } = await createWebhook(services, { caller, requestId, values });
      return { secret, webhook: await webhookDetailOf(db, id) };
    }),

    route(operations.updateWebhook, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateWebhook(services, { caller, requestId, id, values });
      return webhookDetailOf(db, id);
    }),

    route(operations.setWebhookActive, async ({ caller, requestId, params: { id }, body: { active } }) => {
      await setActive(services, { caller, requestId, id, active });
      return webhookDetailOf(db, id);
    }),

    route(operations.rotateWebhookSecret, async ({ caller, requestId, params: { id } }) => {
      const secret = await rotateSecret(services, { caller, requestId, id });
      return { secret, webhook: await webhookDetailOf(db, id) };
    }),

    route(operations.deleteWebhook, async ({ caller, requestId, params: { id } }) =>
      deleteWebhook(services, { caller, requestId, id }),
    ),

    route(operations.pingWebhook, async ({ caller, requestId, params: { id } }) =>
      sendPing(services, { caller, requestId, id }),
    ),

    route(operations.webhookDeliveries, async ({ params, query }) =>
      deliveryPage(services, { webhookId: params.id, ...query }),
    ),

    route(operations.replayWebhookDelivery, async ({ caller, requestId, params }) =>
      replayOne(services, { caller, requestId, ...params }),
    ),

    route(operations.replayFailedDeliveries, async ({ caller, requestId, params: { id }, body: { since } }) => ({
      count: await replayFailed(services, { caller, requestId, id, since }),
    })),
  ];
}
