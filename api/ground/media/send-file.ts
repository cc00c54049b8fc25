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
  /** The quoted entity tag; changes when a byte changes. */
  readonly etag: string;
  readonly lastModified: Date;
  /** The max-age for the caller's browser, in seconds. */
  readonly maxAge: number;
}

/** Streams a stored file, or the requested range of it, with headers that stop browsers from running it. */
export async function sendFile(request: Request, response: Response, { file, storage }: Sending): Promise<void> {
  const range = askedRange(request, file);
  // Opened before headers are set, so that a missing file is answered as a problem.
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

/** For `catch`: a file that is missing in the storage is answered as not found. */
export function asNotFound(error: unknown): never {
  throw error instanceof StoredFileMissing ? notFound() : error;
}

function askedRange(request: Request, file: StoredFile): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== file.etag && condition !== file.lastModified.toUTCString())
    return undefined;
  // A suffix range longer than the file means the whole file; Express treats it as unsatisfiable.
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
  // Multiple ranges, other units and malformed ranges get the whole file, as HTTP allows.
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

// A client that navigates or seeks ends the connection early, which is no error.
function unlessCallerLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}
