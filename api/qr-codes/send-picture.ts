import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { ApiProblem, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { editionOf } from './edition.ts';
import { qrPng, qrSvg } from './qr-picture.ts';
import { readable } from './qr-reading.ts';
import { qrSymbol } from './qr-symbol.ts';

export interface Coded {
  readonly hashCode: string;
  /** What the code says. */
  readonly url: string;
  readonly caption?: string;
}

interface Asking {
  readonly request: Request<{ id: string; fileName: string }>;
  readonly response: Response;
  readonly kind: 'class-qr' | 'content-qr';
}

/** Answers a signed path with the picture of a code, made when asked for and read back before it goes out. */
export async function sendQrPicture(
  { links }: Pick<Services, 'links'>,
  { request, response, kind }: Asking,
  find: (id: string) => Promise<Coded | undefined>,
): Promise<void> {
  response.locals.route = `GET /api/downloads/${kind}/{id}/{fileName}`;
  const { id, fileName } = request.params;
  const maxAge = links.secondsLeft(['downloads', kind, id, fileName], request.query);
  if (maxAge === undefined) throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
  const found = idForm.safeParse(id).success ? await find(id) : undefined;
  const [, format] = /\.(svg|png)$/.exec(fileName) ?? [];
  // A name from before the code was regenerated is of a code that is dead.
  if (!found || format === undefined || !fileName.endsWith(`-${editionOf(found.hashCode)}.${format}`)) throw notFound();
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

// Whoever saves it has no use for the edition.
const shownName = (fileName: string): string => fileName.replace(/-[0-9a-f]{8}(?=\.\w+$)/, '');
