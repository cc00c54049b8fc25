import type { Writable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { type Request, type Response, Router } from 'express';
import type { Caller } from './caller.ts';
import { ApiProblem, notFound } from './problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FileLink } from '#schema/rest/values.ts';

/** A file that is generated on request: its kind, its source and its name. */
export interface DownloadReference {
  readonly kind: string;
  /**
   * The source of the file in its kind's format; at most 2,000 characters. The path is signed, so callers cannot choose
   * the source.
   */
  readonly id: string;
  readonly fileName: string;
}

/** A file that is generated while it is sent. */
export interface Download {
  readonly contentType: string;
  /** Writes the whole file and ends the stream. */
  write(target: Writable): Promise<void>;
}

/** The generators by kind; a generator returns undefined when its source is gone. */
export type DownloadMakers = Readonly<Record<string, (id: string) => Promise<Download | undefined>>>;

/** Serves generated files: directly, or by a signed path that is valid for ten minutes. */
export interface Downloads {
  link(reference: DownloadReference, caller: Caller): FileLink;
  send(reference: DownloadReference, response: Response): Promise<void>;
}

/** The signed path of a file for the current caller, which works while the caller's session or API key is valid. */
export const downloadLink = (
  { links }: Uses<'links'>,
  { kind, id, fileName }: DownloadReference,
  caller: Caller,
): FileLink => links.shortDownload(kind, id, fileName, holderOf(caller));

// `session.<id>` or `key.<id>`. Students and callers without a token get no files by such a link.
function holderOf(caller: Caller): string | undefined {
  if (caller.kind === 'Nobody' || caller.kind === 'Student') return undefined;
  return caller.apiKey ? `key.${caller.apiKey.id}` : `session.${caller.sessionId}`;
}

/** Whether the session or API key of a link, `session.<id>` or `key.<id>`, is still valid. */
export type IsHolderLive = (holder: string) => Promise<boolean>;

export function createDownloads(services: Uses<'links'>, makers: DownloadMakers): Downloads {
  return {
    link: (reference, caller) => downloadLink(services, reference, caller),
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
      // A HEAD request needs no content.
      if (response.req.method === 'HEAD') response.end();
      else await download.write(response).catch((error: unknown) => endOf(error, response));
    },
  };
}

interface DownloadParts {
  readonly makers: DownloadMakers;
  readonly downloads: Downloads;
  readonly isHolderLive: IsHolderLive;
}

/** The signed paths of downloads: `/downloads/<kind>/<id>/<fileName>`. */
export function downloadRouter({ links }: Uses<'links'>, { makers, downloads, isHolderLive }: DownloadParts): Router {
  const router = Router({ caseSensitive: true });
  router.get('/downloads/:kind/:id/:fileName', async (request: Request, response, next) => {
    const { kind = '', id = '', fileName = '' } = request.params as Record<string, string | undefined>;
    if (!Object.hasOwn(makers, kind)) {
      next();
      return;
    }
    response.locals.route = `GET /api/downloads/${kind}/{id}/{fileName}`;
    if (links.secondsLeft(['downloads', kind, id, fileName], request.query) === undefined) throw linkExpired();
    // Links that a server of the release before has signed have no holder.
    const { holder } = request.query;
    if (typeof holder === 'string' && !(await isHolderLive(holder))) throw linkExpired();
    await downloads.send({ kind, id, fileName }, response);
  });
  return router;
}

const linkExpired = () => new ApiProblem({ status: 403, messageKey: 'messages.linkExpired' });

// A partial file must not look complete, so the connection is aborted. A client that has disconnected is no error.
function endOf(error: unknown, response: Response): void {
  if (!response.headersSent) {
    // The answer is a problem instead of a file.
    response.removeHeader('content-disposition');
    throw error;
  }
  response.destroy(error instanceof Error ? error : undefined);
}
