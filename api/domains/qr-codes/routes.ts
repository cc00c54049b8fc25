import { contentDetail } from '#api/domains/contents/detail.ts';
import { regenerateContentCode } from '#api/domains/contents/write.ts';
import { createLookUps } from '#api/domains/students/look-ups.ts';
import { bookNotFound } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/qr-codes.ts';
import { qrCodesFile } from './export.ts';
import { findBookByTypedCode, findClassAndBook, findRedirect } from './typed-code.ts';
import { createCodeUses } from './uses.ts';

/** Printed codes: QR codes to scan, and codes to type instead. */
export function qrRoutes(services: Uses<'db' | 'pool' | 'secrets' | 'settings' | 'links'>): Route[] {
  const lookUps = createLookUps(services);
  const uses = createCodeUses(services);

  return [
    route(operations.exportQrCodes, ({ params }) => qrCodesFile(services, params)),

    route(operations.exportTextBookQrCodes, ({ params }) => qrCodesFile(services, params)),

    route(operations.regenerateContentQrCode, async ({ caller, requestId, params: { id }, body }) => {
      await regenerateContentCode(services, { ...caller, requestId }, { id, ...body });
      return contentDetail(services, id);
    }),

    route(operations.codeRedirect, async ({ query }) => ({ opens: await findRedirect(services.db, query.hashCode) })),

    route(operations.countCodeUse, async ({ body: { hashCode }, address }) => {
      await lookUps.found(address, await uses.countLink({ hashCode, address }));
    }),

    // A book's code is printed on the book, so it is no secret. A class's code is a secret.
    route(
      operations.typedCode,
      async ({ query: { code }, address }) =>
        (await findBookByTypedCode(services.db, code, (id) => uses.count({ id, address }))) ??
        lookUps.guessable(address, () => findClassAndBook(services, code), bookNotFound),
    ),
  ];
}
