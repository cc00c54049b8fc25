import { userFile } from '#api/domains/users/export.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/user-files.ts';
import { progressOf } from './detail.ts';
import { checkImport, startImport } from './write.ts';

export function userFileRoutes(services: Uses<'db' | 'settings' | 'links' | 'jobs'>): Route[] {
  return [
    route(operations.exportUsers, async ({ caller, query }) =>
      userFile(caller, query, schoolDay(services.settings.timeZone)),
    ),
    route(operations.importUsers, async ({ caller, requestId, fields: { dryRun }, files: { file } }) => {
      if (dryRun) return checkImport(services, { caller, requestId, file });
      const id = await startImport(services, { caller, requestId, file });
      return progressOf(services, { caller, id, language: 'en' });
    }),
    route(operations.userImportById, async ({ caller, params: { id }, query: { Language: language } }) =>
      progressOf(services, { caller, id, language }),
    ),
  ];
}
