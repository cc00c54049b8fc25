import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { ApiProblem, notFound } from '#api/ground/http/problems.ts';
import { type ByteRange, type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';

export interface StoredFile {
  readonly storageKey: string;
  readonly size: number;
  readonly contentType: string;
  readonly fileName: string;
  /** With its quotes; changes when a byte changes. */
  readonly etag: string;
  readonly lastModified: Date;
  /** Seconds for which the caller's own browser may keep it. */
  readonly maxAge: number;
}

/** Streams a stored file as a thing to look at or listen to and never to run, whole or the part that was asked for. */
export async function sendFile(request: Request, response: Response, { file, storage }: Sending): Promise<void> {
  const range = askedRange(request, file);
  // Opened before a header is set: what is missing answers as a problem.
  const wanted = request.method === 'HEAD' ? undefined : await storage.open(file.storageKey, range).catch(asNotFound);
  response.set({
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${file.maxAge}, immutable`,
    'content-disposition': contentDisposition(file.fileName, { type: 'inline' }),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': file.contentType,
    'last-modified': file.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    etag: file.etag,
  });
  if (request.fresh) {
    wanted?.destroy();
    response.status(304).end();
    return;
  }
  if (range) response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  response.set('content-length', String(range ? range.end - range.start + 1 : file.size));
  if (wanted) await pipeline(wanted, response).catch(unlessCallerLeft);
  else response.end();
}

interface Sending {
  readonly file: StoredFile;
  readonly storage: Storage;
}

/** For `catch`: a file that storage has lost answers like one that never was. */
export function asNotFound(error: unknown): never {
  throw error instanceof StoredFileMissing ? notFound() : error;
}

function askedRange(request: Request, file: StoredFile): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== file.etag && condition !== file.lastModified.toUTCString())
    return undefined;
  // A tail longer than the file is all of it, which Express takes for a part that is not there.
  const tail = /^bytes=-(\d+)$/.exec(request.get('range') ?? '')?.[1];
  if (file.size > 0 && Number(tail) > file.size) return { start: 0, end: file.size - 1 };
  const ranges = request.range(file.size, { combine: true });
  if (ranges === -1) {
    throw new ApiProblem({
      status: 416,
      messageKey: 'messages.badRequest',
      headers: { 'content-range': `bytes */${file.size}` },
    });
  }
  // Several ranges at once, other units and nonsense are answered with the whole file, as HTTP allows.
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

// A child taps on, a player seeks: the connection ends early and nothing is wrong.
function unlessCallerLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}
