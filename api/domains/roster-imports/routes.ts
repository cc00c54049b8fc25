import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/roster-files.ts';
import { progressOf } from './detail.ts';
import { startChecked, startImport } from './write.ts';

export function rosterImportRoutes(services: Uses<'db' | 'settings' | 'links' | 'jobs' | 'disk'>): Route[] {
  return [
    route(operations.importRoster, async ({ caller, requestId, fields, files: { file } }) => {
      const id = await startImport(services, { caller, requestId, file, ...fields });
      return progressOf(services, { caller, id, language: 'en' });
    }),
    route(operations.startRosterImport, async ({ caller, requestId, params: { id }, body: values }) => {
      await startChecked(services, { caller, requestId, id, values });
      return progressOf(services, { caller, id, language: 'en' });
    }),
    route(operations.rosterImportById, async ({ caller, params: { id }, query: { Language: language } }) =>
      progressOf(services, { caller, id, language }),
    ),
  ];
}
