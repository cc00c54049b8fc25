import { create as contentDisposition } from 'content-disposition';
import { and, eq, isNull } from 'drizzle-orm';
import { type Request, type Response, Router } from 'express';
import { classUrl } from '#api/domains/classes/detail.ts';
import { classes, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { ApiProblem, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { findCardCode } from './cards.ts';
import { bookUrl, contentUrl, hashCodeDigest } from './links.ts';
import { qrPng, qrSvg, qrSymbol, readable } from './picture.ts';
import { printedPages } from './printed-pages.ts';

/** The signed paths of QR pictures, made on request: `/downloads/class-qr|content-qr|textbook-qr|card-qr/<id>/<name>.svg|png`. */
export function qrPictureRouter(services: Uses<'db' | 'settings' | 'links'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/downloads/class-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'class-qr' }, (id) => findClassCode(services, id)),
  );
  router.get('/downloads/content-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'content-qr' }, (id) => findContentCode(services, id)),
  );
  router.get('/downloads/textbook-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'textbook-qr' }, (id) => findBookCode(services, id)),
  );
  router.get('/downloads/card-qr/:id/:fileName', (request, response) =>
    sendQrPicture(services, { request, response, kind: 'card-qr' }, (id) => findCardCode(services, id)),
  );
  return router;
}

// No caption: a class must not open by a short code, or a regenerated QR code would leave the old one working.
async function findClassCode({ db, settings }: Uses<'db' | 'settings'>, id: string): Promise<CodedPage | undefined> {
  const [found] = await db
    .select({ hashCode: classes.classHashCode })
    .from(classes)
    .where(and(eq(classes.id, id), isNull(classes.deletedAt)));
  return found && { ...found, url: classUrl(settings, found.hashCode) };
}

async function findContentCode(
  { db, settings }: Uses<'db' | 'settings'>,
  contentId: string,
): Promise<CodedPage | undefined> {
  const [page] = await printedPages(db, { contentId });
  return page && { hashCode: page.hashCode, url: contentUrl(settings, page.hashCode), caption: page.code };
}

async function findBookCode({ db, settings }: Uses<'db' | 'settings'>, id: string): Promise<CodedPage | undefined> {
  const [found] = await db
    .select({ hashCode: textbooks.hashCode, caption: printedCodes.code })
    .from(textbooks)
    .innerJoin(printedCodes, and(eq(printedCodes.entityId, textbooks.id), eq(printedCodes.kind, 'code')))
    .where(and(eq(textbooks.id, id), isNull(textbooks.deletedAt)));
  return found && { ...found, url: bookUrl(settings, found.hashCode) };
}

interface CodedPage {
  readonly hashCode: string;
  /** The encoded URL. */
  readonly url: string;
  readonly caption?: string;
}

interface PictureRequest {
  readonly request: Request<{ id: string; fileName: string }>;
  readonly response: Response;
  readonly kind: 'class-qr' | 'content-qr' | 'textbook-qr' | 'card-qr';
}

// Answers a signed path with the picture of a code, which is read back before it is sent.
async function sendQrPicture(
  { links }: Uses<'links'>,
  { request, response, kind }: PictureRequest,
  find: (id: string) => Promise<CodedPage | undefined>,
): Promise<void> {
  response.locals.route = `GET /api/downloads/${kind}/{id}/{fileName}`;
  const { id, fileName } = request.params;
  const maxAge = links.secondsLeft(['downloads', kind, id, fileName], request.query);
  if (maxAge === undefined) throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
  const found = idForm.safeParse(id).success ? await find(id) : undefined;
  const [, format] = /\.(svg|png)$/.exec(fileName) ?? [];
  // A file name with another digest belongs to a code that was replaced.
  if (!found || format === undefined || !fileName.endsWith(`-${hashCodeDigest(found.hashCode)}.${format}`))
    throw notFound();
  const symbol = qrSymbol(found.url);
  const svg = qrSvg(symbol, found.caption);
  const picture = await readable(format === 'png' ? await qrPng(svg) : Buffer.from(svg), symbol);
  response
    .set({
      'cache-control': `private, max-age=${maxAge}, immutable`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': contentDisposition(shownName(fileName), { type: 'inline' }),
    })
    .type(format)
    .send(picture);
}

// The file name for saving, without the digest.
const shownName = (fileName: string): string => fileName.replace(/-[0-9a-f]{8}(?=\.\w+$)/, '');
