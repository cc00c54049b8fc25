import type { Writable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { type Request, type Response, Router } from 'express';
import { ApiProblem, notFound } from './problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FileLink } from '#schema/rest/values.ts';

/** A file made for whoever asks: what makes it, of what, and what it is called. */
export interface DownloadReference {
  readonly kind: string;
  /** What the file is made of, as its kind spells it; at most 2,000 characters. Signed, so nobody else can choose it. */
  readonly id: string;
  readonly fileName: string;
}

/** A file that is made while it is sent. */
export interface Download {
  readonly contentType: string;
  /** Writes the whole file and ends the stream. */
  write(target: Writable): Promise<void>;
}

/** What makes each kind of file out of an id; undefined when what it would be made of is gone. */
export type DownloadMakers = Readonly<Record<string, (id: string) => Promise<Download | undefined>>>;

/** Hands out files that are made on request: at once, or behind a signed path that opens for ten minutes. */
export interface Downloads {
  link(reference: DownloadReference): FileLink;
  send(reference: DownloadReference, response: Response): Promise<void>;
}

/** The path of a file, for whoever asked just now. */
export const downloadLink = ({ links }: Uses<'links'>, { kind, id, fileName }: DownloadReference): FileLink =>
  links.shortDownload(kind, id, fileName);

export function createDownloads(services: Uses<'links'>, makers: DownloadMakers): Downloads {
  return {
    link: (reference) => downloadLink(services, reference),
    async send({ kind, id, fileName }, response) {
      const download = await makers[kind]?.(id);
      if (!download) throw notFound();
      response.set({
        'cache-control': 'private, no-store',
        'content-disposition': contentDisposition(fileName, { type: 'attachment' }),
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': download.contentType,
        'x-content-type-options': 'nosniff',
      });
      // Asked about alone, it need not be made.
      if (response.req.method === 'HEAD') response.end();
      else await download.write(response).catch((error: unknown) => endOf(error, response));
    },
  };
}

/** The signed paths of downloads: `/downloads/<kind>/<id>/<fileName>`. */
export function downloadRouter({ links }: Uses<'links'>, makers: DownloadMakers, downloads: Downloads): Router {
  const router = Router({ caseSensitive: true });
  router.get('/downloads/:kind/:id/:fileName', async (request: Request, response, next) => {
    const { kind = '', id = '', fileName = '' } = request.params as Record<string, string | undefined>;
    if (!Object.hasOwn(makers, kind)) {
      next();
      return;
    }
    response.locals.route = `GET /api/downloads/${kind}/{id}/{fileName}`;
    if (links.secondsLeft(['downloads', kind, id, fileName], request.query) === undefined)
      throw new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });
    await downloads.send({ kind, id, fileName }, response);
  });
  return router;
}

// Half a file must not look like a whole one: the connection breaks off. Who has left does not hear of it.
function endOf(error: unknown, response: Response): void {
  if (!response.headersSent) {
    // What is told instead is no file.
    response.removeHeader('content-disposition');
    throw error;
  }
  response.destroy(error instanceof Error ? error : undefined);
}
