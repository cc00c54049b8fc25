import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/printed-codes.ts';
import { printedCodesBrokenBy } from './broken.ts';
import { printedCodeDetail } from './detail.ts';
import { printedCodePage } from './list.ts';
import { retargetPrintedCode } from './write.ts';

/** The registry of all codes that were ever printed. */
export function printedCodeRoutes(services: Uses<'db' | 'settings'>): Route[] {
  const { db } = services;
  return [
    route(operations.printedCodes, async ({ params, query }) => printedCodePage(db, { ...query, ...params })),

    route(operations.printedCodesBrokenBy, async ({ query }) => printedCodesBrokenBy(db, query.Ids, query.By)),

    route(operations.retargetPrintedCode, async ({ caller, requestId, params: { id }, body }) => {
      await retargetPrintedCode(services, { ...caller, requestId }, { ...body, id });
      return printedCodeDetail(db, id);
    }),
  ];
}
