import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { admission } from '#schema/rest/admission.ts';
import * as operations from '#schema/rest/api-keys.ts';
import { createAdmit } from './limits.ts';
import { apiKeyDetailOf, apiKeyPage } from './list.ts';
import { createApiKey, revokeApiKey } from './write.ts';

export function apiKeyRoutes(services: Uses<'db' | 'pool' | 'settings'>): Route[] {
  const admit = createAdmit(services);

  return [
    route(admission, async ({ caller, body }) => admit(caller, body.cost)),

    route(operations.apiKeys, async ({ query }) => apiKeyPage(services, query)),

    route(operations.createApiKey, async ({ caller, requestId, body: values }) => {
      const { id, key } = await createApiKey(services, { caller, requestId, values });
      return { key, apiKey: await apiKeyDetailOf(services.db, id) };
    }),

    route(operations.revokeApiKey, async ({ caller, requestId, params }) =>
      revokeApiKey(services, { caller, requestId, id: params.id }),
    ),
  ];
}
