import { type Route, route } from '#api/ground/http/route.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import type { RecordPageView } from './record.ts';

export function usageRoutes(record: RecordPageView): Route[] {
  return [
    route(recordPageView, async ({ caller, body, ...origin }) =>
      record({ ...origin, sent: body, profileId: caller.kind === 'Student' ? caller.profileId : null }),
    ),
  ];
}
