import { recordChange } from '#api/domains/audit/record.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/privacy.ts';
import { openCard } from './detail.ts';
import { eraseProfile } from './erase.ts';
import { profileFile } from './export.ts';
import { hasProfile, profilePage } from './list.ts';
import { retentionReport } from './retention.ts';

/** Children's data: to view, export and erase, each with a row in the audit log. */
export function privacyRoutes(services: Uses<'db' | 'jobs' | 'settings' | 'storage' | 'logger'>): Route[] {
  const { db, settings } = services;
  return [
    route(operations.privacyProfiles, async ({ query }) => profilePage(db, query)),

    route(operations.privacyCardOf, async ({ caller: { userId }, requestId, params: { id } }) =>
      openCard(db, id, { author: { userId, requestId }, timeZone: settings.timeZone }),
    ),

    route(operations.exportProfileData, async ({ caller: { userId }, requestId, params: { id }, query }) => {
      if (!(await hasProfile(db, id))) throw notFound();
      await recordChange(db, { userId, requestId }, { action: 'export-data', entity: 'profiles', entityId: id });
      return profileFile(id, query.Language);
    }),

    route(operations.eraseProfile, async ({ caller: { userId }, requestId, params: { id }, body: { confirmName } }) =>
      eraseProfile(services, { id, confirmName, author: { userId, requestId } }),
    ),

    route(operations.retention, async () => retentionReport(services)),
  ];
}
