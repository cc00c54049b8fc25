import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { restoreFromTrash, trash } from '#schema/rest/trash.ts';
import { trashPage } from './list.ts';
import { restore } from './restore.ts';

export function trashRoutes(services: Services): Route[] {
  return [
    route(trash, async ({ caller, query }) => trashPage(services, caller, query)),
    route(restoreFromTrash, async ({ caller, requestId, params }) =>
      restore(services, { caller, requestId, ...params }),
    ),
  ];
}
