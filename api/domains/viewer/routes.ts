import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { viewer } from '#schema/rest/viewer.ts';
import { createViewerOf } from './detail.ts';

export function viewerRoutes(services: Uses<'db' | 'pool' | 'settings'>): Route[] {
  const viewerOf = createViewerOf(services);
  return [route(viewer, async ({ caller }) => ({ viewer: await viewerOf(caller) }))];
}
