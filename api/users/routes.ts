import type { Route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
export function userRoutes(_services: Services): Route[] {
  return [];
}
