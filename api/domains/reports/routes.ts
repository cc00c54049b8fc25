import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  exportUsageReport,
  exportVisitorReport,
  usageByDay,
  usageReport,
  visitorReport,
} from '#schema/rest/reports.ts';
import { everyDay } from './days.ts';
import { reportFile } from './exports.ts';
import { usageRows } from './usage.ts';
import { totalsOf, visitorRows } from './visitors.ts';

export function reportRoutes({ readReports, settings: { timeZone } }: Uses<'readReports' | 'settings'>): Route[] {
  return [
    route(visitorReport, async ({ query }) =>
      readReports(async (tx) => {
        const items = await visitorRows(tx, query);
        const totals = await totalsOf(tx, query);
        const { PageNumber: pageNumber, PageSize: pageSize } = query;
        return { items, pageNumber, pageSize, totalCount: totals.numberOfVisitors, totals, timeZone };
      }),
    ),

    route(usageReport, async ({ query }) =>
      readReports(async (tx) => {
        const { items, totalCount } = await usageRows(tx, query);
        const totals = await totalsOf(tx, query);
        return { items, pageNumber: query.PageNumber, pageSize: query.PageSize, totalCount, totals, timeZone };
      }),
    ),

    route(usageByDay, async ({ query }) => ({
      items: await readReports((tx) => everyDay(tx, query)),
      timeZone,
    })),

    route(exportVisitorReport, async ({ query }) => reportFile('visitors', query)),
    route(exportUsageReport, async ({ query }) => reportFile('usage', query)),
  ];
}
