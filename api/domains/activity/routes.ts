import type { RollupUpdates } from '#api/domains/usage/rollup-updates.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/activity.ts';
import { bookMap } from './book-map.ts';
import { activityOf } from './class-activity.ts';

export function activityRoutes(services: Uses<'db' | 'settings'> & { readonly rollups: RollupUpdates }): Route[] {
  return [
    route(operations.classActivity, async ({ caller, params: { id: classId }, query }) => {
      await services.rollups.now();
      return activityOf(services, caller, { ...query, ClassId: classId });
    }),
    route(operations.textBookMap, async ({ params: { Id: textbookId }, query }) => {
      await services.rollups.now();
      return bookMap(services, textbookId, query);
    }),
  ];
}
