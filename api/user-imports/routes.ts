import { type Route, route } from '#api/http/route.ts';
import { schoolDay } from '#api/school-day.ts';
import type { Services } from '#api/services.ts';
import { userFile } from '#api/users/export.ts';
import * as operations from '#schema/rest/user-files.ts';
import { progressOf } from './progress.ts';
import { checkPeople, takePeople } from './take.ts';

export function userFileRoutes(services: Services): Route[] {
  return [
    route(operations.exportUsers, async ({ caller, query }) =>
      userFile(caller, query, schoolDay(services.settings.timeZone)),
    ),
    route(operations.importUsers, async ({ caller, requestId, fields: { dryRun }, files: { file } }) => {
      if (dryRun) return checkPeople(services, { caller, requestId, file });
      const id = await takePeople(services, { caller, requestId, file });
      return progressOf(services, { caller, id, language: 'en' });
    }),
    route(operations.userImportById, async ({ caller, params: { id }, query: { Language: language } }) =>
      progressOf(services, { caller, id, language }),
    ),
  ];
}
