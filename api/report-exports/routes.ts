import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import { progressOf } from './progress.ts';
import { takeExport } from './take.ts';

export function reportExportRoutes(services: Services): Route[] {
  return [
    route(startReportExport, async ({ caller, requestId, body: question }) =>
      progressOf(services, { caller, id: await takeExport(services, { caller, requestId, question }) }),
    ),
    route(reportExport, async ({ caller, params: { id } }) => progressOf(services, { caller, id })),
  ];
}
