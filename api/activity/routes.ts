import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/activity.ts';
import { bookMap } from './book-map.ts';
import { activityOf } from './class-activity.ts';

export function activityRoutes(services: Services): Route[] {
  return [
    route(operations.classActivity, async ({ caller, params: { id: classId }, query }) =>
      activityOf(services, caller, { ...query, ClassId: classId }),
    ),
    route(operations.textBookMap, async ({ params: { Id: textbookId }, query }) =>
      bookMap(services, textbookId, query),
    ),
  ];
}
