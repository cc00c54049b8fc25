import { signInProviders } from '#api/ground/db/schema.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { settings } from '#schema/rest/site.ts';

export function siteRoutes({
  db,
  settings: { emailTopLevelMaximum, invitationDays, services, timeZone },
}: Uses<'db' | 'settings'>): Route[] {
  return [
    route(settings, async () => {
      const [provider] = await db.select({ id: signInProviders.id }).from(signInProviders).limit(1);
      const schoolSignIn = provider !== undefined;
      return { emailTopLevelMaximum, invitationDays, timeZone, schoolSignIn, ...services };
    }),
  ];
}
