import type { Route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
export function classRoutes(_services: Services): Route[] {
  return [];
}
