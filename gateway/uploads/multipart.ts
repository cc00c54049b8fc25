import type { Request, Response } from 'express';
import { Upload as GivenFile, processRequest } from 'graphql-upload-minimal';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import { guardParser } from './parser-guard.ts';
import { rememberForm } from './form-files.ts';

/** A picture and its thumbnail: no operation takes more files. */
export const mostFiles = 2;

// Protection against cross-site requests: a browser sends these headers to another site only after a preflight, but it
// sends a plain form at once.
const preflighted = ['apollo-require-preflight', 'x-apollo-operation-name'];

// Validation errors show a misplaced file by this text; the library's object would show its internals.
const shownAsFile = { toJSON: () => 'a file' };

/**
 * Reads a multipart request as far as its operation. The files arrive while resolvers read them, and the operation
 * limits their size; the library would truncate a file silently. `largestField` is in bytes. Rejects with a
 * `RequestFault`.
 */
export async function readForm(request: Request, response: Response, largestField: number): Promise<unknown> {
  // The next request on the connection would wait for a rest that no one reads.
  response.on('close', () => discardRest(request));
  if (!preflighted.some((name) => request.get(name)))
    throw new RequestFault(`A multipart request needs one of the headers ${preflighted.join(', ')}.`);
  const form = guardParser(request);
  const options = { maxFieldSize: largestField, maxFiles: mostFiles };
  const operations: unknown = await processRequest(request, response, options).catch(refuse);
  const uploads = form.valuesOf(operations).filter((value) => value instanceof GivenFile);
  for (const upload of uploads) Object.assign(upload, shownAsFile);
  rememberForm(uploads.map(({ promise }) => promise));
  return operations;
}

function discardRest(request: Request): void {
  if (request.readableEnded || request.destroyed) return;
  request.unpipe();
  request.resume();
}

function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  const isTooLarge = error instanceof Error && 'status' in error && error.status === 413;
  throw new RequestFault(message, isTooLarge ? 413 : 400);
}
