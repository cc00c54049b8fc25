import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { auditPage } from './list.ts';

export function auditRoutes(services: Uses<'db' | 'settings'>): Route[] {
  return [route(auditEntries, async ({ query }) => auditPage(services, query))];
}
