import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileUpload } from 'graphql-upload-minimal';
import { GraphQLError } from 'graphql';
import type { Operation } from '#schema/rest/operation.ts';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import { refusal } from './errors.ts';
import { clientDisconnected } from './failures.ts';
import type { Parts } from './call-input.ts';
import { nextFile, type Upload } from '#gateway/uploads/form-files.ts';

/** The body of one call. A text can be sent again, a stream cannot. */
export interface OutgoingBody {
  readonly contentType: string;
  readonly content: string | Readable;
}

/** The body of a call: JSON of its body or form fields, or multipart when the form has a file. */
export function outgoingBody(operation: Operation, { body, fields, files }: Parts): OutgoingBody | undefined {
  const uploads = new Map(Object.entries(files ?? {}).flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
  const filled = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => (value ?? null) !== null));
  if (uploads.size > 0) return formBody(operation, { fields: filled, files: uploads });
  const value = operation.form ? filled : body;
  return value === undefined ? undefined : { contentType: 'application/json', content: JSON.stringify(value) };
}

interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, Upload>;
}

/**
 * Writes a form as multipart/form-data. The file is read as fast as /api accepts it (back-pressure), so the body can be
 * sent once. The stream fails with the error for the client.
 */
function formBody(operation: Operation, form: Form): OutgoingBody {
  const boundary = `----manabook-${randomUUID()}`;
  const content = Readable.from(parts(operation, form, boundary), { objectMode: false });
  return { contentType: `multipart/form-data; boundary=${boundary}`, content };
}

async function* parts(
  operation: Operation,
  { fields, files }: Form,
  boundary: string,
): AsyncGenerator<string | Buffer> {
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  for (const [name, value] of Object.entries(fields)) yield `${head(`name="${name}"`)}\r\n${String(value)}\r\n`;
  for await (const { name, file } of inOrderOfArrival(files)) {
    yield head(`name="${name}"; filename="${quoted(file.filename)}"`);
    yield 'content-type: application/octet-stream\r\n\r\n';
    yield* content(file, name, operation.form?.files?.[name]?.maximum ?? 0);
    yield '\r\n';
  }
  yield `--${boundary}--\r\n`;
}

// Yields files in the order of the request: the second file arrives only after the first has been read.
async function* inOrderOfArrival(
  files: ReadonlyMap<string, Upload>,
): AsyncGenerator<{ name: string; file: FileUpload }> {
  const awaited = new Map(files);
  while (awaited.size > 0) {
    const next = await nextFile(awaited).catch(refuseSource);
    awaited.delete(next.name);
    yield next;
  }
}

async function* content(file: FileUpload, name: string, maximum: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximum) throw tooLarge(name);
      yield chunk;
    }
  } catch (error) {
    refuseSource(error);
  }
}

// The parser of the request reports that the client disconnected or sent an incomplete form.
function refuseSource(error: unknown): never {
  if (error instanceof GraphQLError) throw error;
  if (error instanceof Error && 'status' in error && error.status === 499) throw clientDisconnected;
  throw refusal(400, error instanceof RequestFault ? { message: error.message } : {});
}

const tooLarge = (name: string): GraphQLError =>
  refusal(413, { extensions: { fields: { [name]: ['messages.fileTooLarge'] }, http: { status: 413 } } });

// Escapes a name as browsers do.
const quoted = (name: string): string =>
  name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A').toWellFormed();
