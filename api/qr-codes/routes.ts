import { contentDetail } from '#api/contents/store.ts';
import { bookNotFound } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { createLookUps } from '#api/students/look-ups.ts';
import * as operations from '#schema/rest/qr-codes.ts';
import { qrCodesFile } from './export.ts';
import { regenerateContentCode } from './regenerate.ts';
import { findBookByTypedCode, findClassAndBook } from './typed-code.ts';

/** What is printed: codes to scan, and what is typed instead. */
export function qrRoutes(services: Services): Route[] {
  const lookUps = createLookUps(services);

  return [
    route(operations.exportQrCodes, ({ params }) => qrCodesFile(services, params)),

    route(operations.exportTextBookQrCodes, ({ params }) => qrCodesFile(services, params)),

    route(operations.regenerateContentQrCode, async ({ caller, requestId, params: { id } }) => {
      await regenerateContentCode(services, id, { ...caller, requestId });
      return contentDetail(services, id);
    }),

    // A book's code is printed on the book and no secret; a class's code is one.
    route(
      operations.typedCode,
      async ({ query: { code }, address }) =>
        (await findBookByTypedCode(services, code)) ??
        lookUps.guessable(address, () => findClassAndBook(services, code), bookNotFound),
    ),
  ];
}
