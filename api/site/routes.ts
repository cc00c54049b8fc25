import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { settings } from '#schema/rest/site.ts';

export function siteRoutes({
  settings: { emailTopLevelMaximum, invitationDays, services, timeZone },
}: Pick<Services, 'settings'>): Route[] {
  return [route(settings, async () => ({ emailTopLevelMaximum, invitationDays, timeZone, ...services }))];
}
