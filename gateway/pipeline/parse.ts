import type { Request, Response } from 'express';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import { readForm } from '#gateway/uploads/multipart.ts';

export interface BodyLimits {
  /** The largest body without files, and the largest fields of a body with files. */
  readonly bytes: number;
  /** The time from the headers to the last byte of JSON, or to the end of a form's operation. */
  readonly milliseconds: number;
}

// Time for a client that still sends to read the refusal; then the connection is closed.
const lingerMilliseconds = 2_000;
// The pause between two chunks of a body that is read only to be discarded.
const discardPauseMilliseconds = 2;

/**
 * Reads the body of a GraphQL request: JSON, or a multipart form as far as its operation. Undefined for every other
 * body, which Apollo Server refuses. Rejects with a `RequestFault`.
 */
export async function parseBody(request: Request, response: Response, limits: BodyLimits): Promise<unknown> {
  if (isJson(request)) return readJson(request, limits);
  const isForm = request.method === 'POST' && Boolean(request.is('multipart/form-data'));
  return isForm ? readFormInTime(request, response, limits) : undefined;
}

const isJson = ({ headers }: Request): boolean => /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/**
 * Refuses a body whose content-length exceeds the limit before it arrives, and a body that arrives too slowly when its
 * time is over. body-parser would wait for both.
 */
function readJson(request: Request, { bytes, milliseconds }: BodyLimits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refuse = (fault: RequestFault): void => {
      reject(fault);
      discardRest(request);
    };
    const faultOfHeaders = headersFault(request, bytes);
    if (faultOfHeaders) {
      refuse(faultOfHeaders);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const stopReading = (): void => {
      clearTimeout(deadline);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    const stopAndRefuse = (fault: RequestFault): void => {
      stopReading();
      refuse(fault);
    };
    const deadline = setTimeout(() => stopAndRefuse(tooSlow()), milliseconds);
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytes) stopAndRefuse(tooLarge(bytes));
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      stopReading();
      try {
        resolve(size === 0 ? undefined : JSON.parse(Buffer.concat(chunks, size).toString()));
      } catch {
        refuse(new RequestFault('The body is not JSON.', 400));
      }
    };
    // The client has disconnected, so the deadline has no one to answer.
    const onClose = (): void => clearTimeout(deadline);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** Reads a form as far as its operation. The files may take longer: an upload has a time limit of its own. */
async function readFormInTime(request: Request, response: Response, limits: BodyLimits): Promise<unknown> {
  let deadline: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => {
      request.unpipe();
      reject(tooSlow());
      discardRest(request);
    }, limits.milliseconds);
  });
  try {
    return await Promise.race([readForm(request, response, limits.bytes), late]);
  } finally {
    clearTimeout(deadline);
  }
}

function headersFault({ headers }: Request, bytes: number): RequestFault | undefined {
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = headers;
  if (Number(length) > bytes) return tooLarge(bytes);
  if (encoding !== undefined && encoding !== 'identity') return new RequestFault('A body must not be compressed.', 415);
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) return new RequestFault('JSON is written in UTF-8.', 415);
  return undefined;
}

/** Reads and discards the rest of a refused body, so that the client can read the refusal. */
function discardRest(request: Request): void {
  if (request.complete) return;
  const resume = () => request.resume();
  // Node reads two megabytes at once, which would delay every other client: hence a pause after each chunk.
  request.on('data', () => {
    request.pause();
    setTimeout(resume, discardPauseMilliseconds);
  });
  resume();
  const linger = setTimeout(() => request.destroy(), lingerMilliseconds);
  request.on('close', () => clearTimeout(linger));
}

const tooSlow = (): RequestFault => new RequestFault('The body took too long to arrive.', 408);

const tooLarge = (bytes: number): RequestFault =>
  new RequestFault(`A request without files holds at most ${Math.floor(bytes / 1024)} KB.`, 413);
