import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/activity.ts';
import { bookMap } from './book-map.ts';
import { activityOf } from './class-activity.ts';

export function activityRoutes(services: Uses<'db' | 'settings'>): Route[] {
  return [
    route(operations.classActivity, async ({ caller, params: { id: classId }, query }) =>
      activityOf(services, caller, { ...query, ClassId: classId }),
    ),
    route(operations.textBookMap, async ({ params: { Id: textbookId }, query }) =>
      bookMap(services, textbookId, query),
    ),
  ];
}
