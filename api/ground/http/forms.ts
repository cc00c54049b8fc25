import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { FieldErrors } from '#schema/problem.ts';
import type { Form } from '#schema/rest/operation.ts';
import { cutText } from '#schema/rules/cut-text.ts';
import { ApiProblem, invalid, unsupportedMediaType } from './problems.ts';

/** A complete file of a form on the disk, not inspected yet. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** The sender's name for the file: for display only, never trusted. */
  readonly fileName: string;
}

interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, ReceivedFile>>;
}

const fieldLimit = 10_000;
const fieldCount = 20;

/** Reads a form and stores its files in `folder`. The caller must call `dropFiles` in every case. */
export async function readForm(form: Form, { request, response, folder }: Arrival): Promise<ReceivedForm> {
  const parts = form.files ?? {};
  if (request.is('multipart/form-data') === false) assertReadable(form, request);
  else {
    await mkdir(folder, { recursive: true });
    const own = await mkdtemp(join(folder, 'form-'));
    folders.set(request, own);
    await receive(form, { request, response, folder: own });
  }
  const arrived = filesOf(request);
  const files: Record<string, ReceivedFile> = {};
  const errors: FieldErrors = {};
  for (const [name, { maximum, optional }] of Object.entries(parts)) {
    const file = arrived.find(({ fieldname }) => fieldname === name);
    if (file && file.size > maximum) throw tooLarge(name);
    if (file && file.size > 0)
      files[name] = { path: file.path, size: file.size, fileName: shownName(file.originalname) };
    else if (!optional) errors[name] = ['messages.fileRequire'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { fields: bodyOf(request), files };
}

/** Removes the form's files that no handler has moved. */
export async function dropFiles(request: Request): Promise<void> {
  const own = folders.get(request);
  if (own !== undefined) await rm(own, { recursive: true, force: true, maxRetries: 5 });
}

// Each form has its own folder: when the sender disconnects, the parser may forget a file that it has started to write.
const folders = new WeakMap<Request, string>();

interface Arrival {
  readonly request: Request;
  readonly response: Response;
  readonly folder: string;
}

// The limit is one byte higher, since the parser reports a file of exactly its limit as truncated.
async function receive(form: Form, { request, response, folder }: Arrival): Promise<void> {
  const parts = form.files ?? {};
  const maximum = Math.max(0, ...Object.values(parts).map((part) => part.maximum));
  let refuse = (_field: string) => {};
  const disk = multer.diskStorage({ destination: folder, filename: (_, __, done) => done(null, randomUUID()) });
  // The parser reports a file that is too large only after receiving it completely.
  const storage: multer.StorageEngine = {
    _handleFile(asked, file, done) {
      file.stream.once('limit', () => refuse(file.fieldname));
      disk._handleFile(asked, file, done);
    },
    _removeFile: (asked, file, done) => disk._removeFile(asked, file, done),
  };
  const read = multer({
    storage,
    limits: {
      fileSize: maximum + 1,
      files: Object.keys(parts).length,
      fields: fieldCount,
      fieldSize: fieldLimit,
      parts: fieldCount + Object.keys(parts).length,
    },
    defParamCharset: 'utf8',
  }).fields(Object.keys(parts).map((name) => ({ name, maxCount: 1 })));
  try {
    await new Promise<void>((resolve, reject) => {
      // The parser misses a disconnect before it listens and would wait for ever.
      const left = () => request.complete || reject(new ApiProblem({ status: 400, messageKey: 'messages.badRequest' }));
      refuse = (field) => reject(tooLarge(field));
      if (request.destroyed) left();
      else request.once('close', left);
      read(request, response, (error: unknown) =>
        error === undefined || error === null ? resolve() : reject(asError(error)),
      );
    });
  } catch (error) {
    if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') throw tooLarge(error.field ?? 'file');
    if (error instanceof multer.MulterError) throw new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
    throw error;
  }
}

// The parser's own complaints about a broken form carry no status; those of the disk carry a code.
function asError(error: unknown): Error {
  if (error instanceof Error && !(error instanceof multer.MulterError) && !('code' in error))
    return new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
  return error instanceof Error ? error : new Error(String(error));
}

const tooLarge = (field: string) =>
  new ApiProblem({ status: 413, messageKey: 'messages.fileTooLarge', errors: { [field]: ['messages.fileTooLarge'] } });

// A form without a file may come as JSON or as a URL-encoded one, which Express has read already.
function assertReadable(form: Form, request: Request): void {
  const typed = request.headers['content-type'] !== undefined;
  const readable = request.is(['application/json', 'application/x-www-form-urlencoded']) !== false;
  if (typed && (!readable || needsFile(form))) throw unsupportedMediaType();
}

const needsFile = ({ files = {} }: Form): boolean => Object.values(files).some(({ optional }) => !optional);

const bodyOf = ({ body }: Request): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...(body as Record<string, unknown>) } : {};

function filesOf({ files }: Request): Express.Multer.File[] {
  return files === undefined || Array.isArray(files) ? (files ?? []) : Object.values(files).flat();
}

// Removes folders, which some systems send, and characters that file systems or headers reject.
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
    .trim();
  return cutText(plain, 200) || 'file';
}
