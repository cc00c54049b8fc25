import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/editions.ts';
import { printingOf } from './detail.ts';
import { addEdition, setPrintLock } from './write.ts';

/** Textbooks on paper: their editions, and the lock that keeps printed codes as they are. */
export function editionRoutes(services: Uses<'db'>): Route[] {
  const { db } = services;
  return [
    route(operations.textBookPrinting, async ({ params }) => printingOf(db, params.textBookId)),

    route(operations.addEdition, async ({ caller, requestId, params, body }) => {
      await addEdition(services, { ...caller, requestId }, { ...params, ...body });
      return printingOf(db, params.textBookId);
    }),

    route(operations.setPrintLock, async ({ caller, requestId, params, body }) => {
      await setPrintLock(services, { ...caller, requestId }, { ...params, ...body });
      return printingOf(db, params.textBookId);
    }),
  ];
}
