import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import { progressOf } from './detail.ts';
import { startExport } from './write.ts';

export function reportExportRoutes(services: Uses<'db' | 'links' | 'jobs'>): Route[] {
  return [
    route(startReportExport, async ({ caller, requestId, body: question }) =>
      progressOf(services, { caller, id: await startExport(services, { caller, requestId, question }) }),
    ),
    route(reportExport, async ({ caller, params: { id } }) => progressOf(services, { caller, id })),
  ];
}
