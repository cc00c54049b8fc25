import { zoneOfClass } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  exportUsageReport,
  exportVisitorReport,
  type ReportScope,
  usageByDay,
  usageReport,
  visitorReport,
} from '#schema/rest/reports.ts';
import { everyDay } from './days.ts';
import { reportFile } from './exports.ts';
import { usageRows } from './usage.ts';
import { totalsOf, visitorRows } from './visitors.ts';

export function reportRoutes({ readReports, settings }: Uses<'readReports' | 'settings'>): Route[] {
  const zoneOf = (tx: Queryable, { ClassId }: Pick<ReportScope, 'ClassId'>) =>
    zoneOfClass(tx, ClassId, settings.timeZone);
  return [
    route(visitorReport, async ({ query }) =>
      readReports(async (tx) => {
        const items = await visitorRows(tx, query);
        const totals = await totalsOf(tx, query);
        const { PageNumber: pageNumber, PageSize: pageSize } = query;
        const timeZone = await zoneOf(tx, query);
        return { items, pageNumber, pageSize, totalCount: totals.numberOfVisitors, totals, timeZone };
      }),
    ),

    route(usageReport, async ({ query }) =>
      readReports(async (tx) => {
        const { items, totalCount } = await usageRows(tx, query);
        const totals = await totalsOf(tx, query);
        const timeZone = await zoneOf(tx, query);
        return { items, pageNumber: query.PageNumber, pageSize: query.PageSize, totalCount, totals, timeZone };
      }),
    ),

    route(usageByDay, async ({ query }) =>
      readReports(async (tx) => ({ items: await everyDay(tx, query), timeZone: await zoneOf(tx, query) })),
    ),

    route(exportVisitorReport, async ({ query }) => reportFile('visitors', query)),
    route(exportUsageReport, async ({ query }) => reportFile('usage', query)),
  ];
}
