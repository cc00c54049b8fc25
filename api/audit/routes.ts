import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { auditPage } from './list.ts';

export function auditRoutes(services: Services): Route[] {
  return [route(auditEntries, async ({ query }) => auditPage(services, query))];
}
