import type { Request, Response } from 'express';
import { Upload as GivenFile, processRequest } from 'graphql-upload-minimal';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import { guardParser } from './parser-guard.ts';
import { keepTogether } from './siblings.ts';

/** A picture and its thumbnail: no operation of the contract takes more. */
export const mostFiles = 2;

// A browser asks permission before it sends one of these headers from a foreign page; a form alone it would send at once.
const preflighted = ['apollo-require-preflight', 'x-apollo-operation-name'];

// How a refusal shows a file in a place where none belongs; the library's own object would show its internals.
const shownAsFile = { toJSON: () => 'a file' };

/**
 * Reads a multipart request as far as its operation. The files arrive while resolvers read them, and the operation limits
 * their size (the library would cut a file without a word). `largestField` is in bytes. Rejects with a `RequestFault`.
 */
export async function readForm(request: Request, response: Response, largestField: number): Promise<unknown> {
  // The next request on the connection would wait for a rest that nobody reads.
  response.on('close', () => discardRest(request));
  if (!preflighted.some((name) => request.get(name)))
    throw new RequestFault(`A multipart request needs one of the headers ${preflighted.join(', ')}.`);
  const form = guardParser(request);
  const options = { maxFieldSize: largestField, maxFiles: mostFiles };
  const operations: unknown = await processRequest(request, response, options).catch(refuse);
  const uploads = form.valuesOf(operations).filter((value) => value instanceof GivenFile);
  for (const upload of uploads) Object.assign(upload, shownAsFile);
  keepTogether(uploads.map(({ promise }) => promise));
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
