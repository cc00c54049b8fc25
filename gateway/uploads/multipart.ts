import type { Request, RequestHandler } from 'express';
import { Upload as GivenFile, processRequest } from 'graphql-upload-minimal';
import { FormFault } from './form-fault.ts';
import { guardParser } from './parser-guard.ts';
import { keepTogether } from './siblings.ts';

/** A picture and its thumbnail: no operation of the contract takes more. */
export const mostFiles = 2;

// What a browser asks permission for before it sends it from a foreign page; a form alone it would send at once.
const preflighted = ['apollo-require-preflight', 'x-apollo-operation-name'];

// How a refusal shows a file that stands where none belongs; the library's own object would be told with its insides.
const shownAsFile = { toJSON: () => 'a file' };

/**
 * Reads a multipart request as far as its operation; the files arrive while resolvers read them, and how big one may be
 * is for its operation to say (the library would cut it off without a word). `largestField` is in bytes.
 */
export function multipartRequests(largestField: number): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST' || request.body !== undefined || !request.is('multipart/form-data')) {
      next();
      return;
    }
    // An unread rest would hold up whatever comes next on the connection.
    response.on('close', () => letGo(request));
    if (!preflighted.some((name) => request.get(name))) {
      next(new FormFault(`A multipart request needs one of the headers ${preflighted.join(', ')}.`));
      return;
    }
    const form = guardParser(request);
    processRequest(request, response, { maxFieldSize: largestField, maxFiles: mostFiles }).then(
      (operations) => {
        const uploads = form.valuesOf(operations).filter((value) => value instanceof GivenFile);
        for (const upload of uploads) Object.assign(upload, shownAsFile);
        keepTogether(uploads.map(({ promise }) => promise));
        request.body = operations;
        next();
      },
      (error: unknown) => next(asFault(error)),
    );
  };
}

function letGo(request: Request): void {
  if (request.readableEnded || request.destroyed) return;
  request.unpipe();
  request.resume();
}

function asFault(error: unknown): FormFault {
  const said = error instanceof Error ? error.message : '';
  const tooLarge = error instanceof Error && 'status' in error && error.status === 413;
  return new FormFault(said, tooLarge ? 413 : 400);
}
