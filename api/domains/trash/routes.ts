import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { restoreFromTrash, trash } from '#schema/rest/trash.ts';
import { trashPage } from './list.ts';
import { restore } from './restore.ts';

export function trashRoutes(services: Uses<'db'>): Route[] {
  return [
    route(trash, async ({ caller, query }) => trashPage(services, caller, query)),
    route(restoreFromTrash, async ({ caller, requestId, params }) =>
      restore(services, { caller, requestId, ...params }),
    ),
  ];
}
