import type { Request, RequestHandler } from 'express';

/** A body that cannot be taken; the message is for its sender. */
export class BodyFault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface JsonBodyLimits {
  /** In bytes. */
  readonly bytes: number;
  /** Milliseconds from the headers to the last byte. */
  readonly milliseconds: number;
}

// Long enough for a refusal to be read by whoever is still sending; then the connection goes.
const lingerMilliseconds = 2_000;
// Between two pieces of what is only read to be thrown away.
const breath = 2;

/**
 * Reads a JSON body. What is too large by its own account is refused before it arrives, and one that trickles in when its
 * time is over: body-parser would first wait for the whole of either.
 */
export function jsonBody(limits: JsonBodyLimits): RequestHandler {
  return (request, _response, next) => {
    request.body = undefined;
    const fault = faultOfHead(request, limits.bytes);
    if (fault) refuse(request, fault, next);
    else if (isJson(request)) read(request, limits, next);
    else next();
  };
}

const isJson = ({ headers }: Request): boolean => /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

function faultOfHead(request: Request, bytes: number): BodyFault | undefined {
  if (!isJson(request)) return undefined;
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (Number(length) > bytes) return tooLarge(bytes);
  if (encoding !== undefined && encoding !== 'identity') return new BodyFault(415, 'A body must not be compressed.');
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) return new BodyFault(415, 'JSON is written in UTF-8.');
  return undefined;
}

function read(request: Request, { bytes, milliseconds }: JsonBodyLimits, next: (error?: unknown) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const deadline = setTimeout(() => end(new BodyFault(408, 'The body took too long to arrive.')), milliseconds);
  const end = (fault?: BodyFault): void => {
    clearTimeout(deadline);
    request.off('data', take).off('end', finish).off('close', drop);
    if (fault) refuse(request, fault, next);
    else next();
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > bytes) end(tooLarge(bytes));
    else chunks.push(chunk);
  };
  const finish = (): void => {
    try {
      request.body = size === 0 ? undefined : (JSON.parse(Buffer.concat(chunks, size).toString()) as unknown);
    } catch {
      end(new BodyFault(400, 'The body is not JSON.'));
      return;
    }
    end();
  };
  // Nobody is left to be answered.
  const drop = (): void => clearTimeout(deadline);
  request.on('data', take).on('end', finish).on('close', drop);
}

function refuse(request: Request, fault: BodyFault, next: (error: unknown) => void): void {
  next(fault);
  if (request.complete) return;
  const readOn = () => request.resume();
  // A piece at a time, and a pause: Node reads two megabytes in one go, and whoever else is there would wait for that.
  request.on('data', () => {
    request.pause();
    setTimeout(readOn, breath);
  });
  readOn();
  const linger = setTimeout(() => request.destroy(), lingerMilliseconds);
  request.on('close', () => clearTimeout(linger));
}

const tooLarge = (bytes: number): BodyFault =>
  new BodyFault(413, `A request without files holds at most ${Math.floor(bytes / 1024)} KB.`);
