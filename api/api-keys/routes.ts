import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { admission } from '#schema/rest/admission.ts';
import * as operations from '#schema/rest/api-keys.ts';
import { createAdmit } from './admit.ts';
import { createApiKey } from './create.ts';
import { apiKeyDetailOf, apiKeyPage } from './list.ts';
import { revokeApiKey } from './revoke.ts';

export function apiKeyRoutes(services: Services): Route[] {
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
