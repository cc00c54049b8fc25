import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { settings } from '#schema/rest/site.ts';

export function siteRoutes({
  settings: { emailTopLevelMaximum, invitationDays, services, timeZone },
}: Uses<'settings'>): Route[] {
  return [route(settings, async () => ({ emailTopLevelMaximum, invitationDays, timeZone, ...services }))];
}
