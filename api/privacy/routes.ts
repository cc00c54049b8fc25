import { recordChange } from '#api/audit/record.ts';
import { type Route, route } from '#api/http/route.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/privacy.ts';
import { cardOf, recordOpening } from './card.ts';
import { eraseProfile } from './erase.ts';
import { profileFile } from './export.ts';
import { findProfile, profilePage } from './find.ts';
import { retentionReport } from './retention.ts';

/** What is kept of children: to look at, to hand out and to erase, each with a line in the audit log. */
export function privacyRoutes(services: Services): Route[] {
  const { db, settings } = services;
  return [
    route(operations.privacyProfiles, async ({ query }) => profilePage(db, query)),

    route(operations.privacyCardOf, async ({ caller: { userId }, requestId, params: { id } }) => {
      const card = await cardOf(db, id);
      await recordOpening(db, { userId, requestId }, { id, timeZone: settings.timeZone });
      return card;
    }),

    route(operations.exportProfileData, async ({ caller: { userId }, requestId, params: { id }, query }) => {
      if (!(await findProfile(db, id))) throw notFound();
      await recordChange(db, { userId, requestId }, { action: 'export-data', entity: 'profiles', entityId: id });
      return profileFile(id, query.Language);
    }),

    route(operations.eraseProfile, async ({ caller: { userId }, requestId, params: { id }, body: { confirmName } }) =>
      eraseProfile(services, { id, confirmName, author: { userId, requestId } }),
    ),

    route(operations.retention, async () => retentionReport(services)),
  ];
}
