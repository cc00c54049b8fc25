import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/link-health.ts';
import { checkAgain } from './check-again.ts';
import { brokenLinkPage } from './list.ts';

export function linkHealthRoutes(services: Uses<'db' | 'settings' | 'storage'>): Route[] {
  return [
    route(operations.brokenLinks, async ({ query }) => brokenLinkPage(services, query)),

    route(operations.checkBrokenLink, async ({ params }) => checkAgain(services, params.id)),
  ];
}
