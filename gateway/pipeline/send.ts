import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { HTTPGraphQLResponse } from '@apollo/server';
import type { Request, Response } from 'express';
import { requestIdOf } from '#gateway/http/request-id.ts';
import type { HeaderList } from '#gateway/http/security-headers.ts';
import type { Json } from './execute.ts';

// In the spelling and order of Apollo Server.
const types = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];

// Real clients send few different Accept headers; a client that sends ever new ones must not fill the memory.
const mostRemembered = 100;
const longestRemembered = 300;
const typeByAccept = new Map<string, string | undefined>();

/** The content type that a GraphQL client accepts; undefined when it accepts none of ours. */
export function answerType(request: Request): string | undefined {
  const { accept } = request.headers;
  if (accept === undefined || accept === '') return types[0];
  if (typeByAccept.has(accept)) return typeByAccept.get(accept);
  const type = request.accepts(types) || undefined;
  if (typeByAccept.size < mostRemembered && accept.length <= longestRemembered) typeByAccept.set(accept, type);
  return type;
}

// In bytes: up to this size an answer fits into one packet with or without compression.
const worthwhile = 1_400;
// In bytes: up to this size compression takes less time than passing the answer to another thread.
const quick = 64 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
// Level 1 takes a third of the time that the answer itself took; the last level would save another tenth of the bytes.
const gzipLevel = { level: 1 };

interface JsonAnswer {
  readonly json: Json;
  /** Headers beside those that the response has. */
  readonly head?: HeaderList;
}

/** Sends an answer, compressed when the client accepts that: thirty tablets share one Wi-Fi. */
export async function sendJson(request: Request, response: Response, { json, head = [] }: JsonAnswer): Promise<void> {
  const encoding = json.length > worthwhile ? encodingFor(request.headers['accept-encoding']) : undefined;
  const plain = typeof json === 'string' ? Buffer.from(json) : json;
  if (encoding === undefined) {
    send(response, head, plain);
    return;
  }
  const encoded = await (typeof json === 'string' ? encode(plain, encoding) : encodeOnce(plain, encoding));
  // A GET varies by `accept` already, a page by its language.
  const other = response.getHeader('vary');
  const varies = other === undefined ? 'accept-encoding' : `${String(other).toLowerCase()}, accept-encoding`;
  send(response, [...head, 'vary', varies, 'content-encoding', encoding], encoded);
}

/** Node writes a list of headers at once where the response has none yet. */
function send(response: Response, head: HeaderList, body: Buffer): void {
  response.writeHead(response.statusCode, [...head, 'content-length', String(body.length)]).end(body);
}

/** Sends an answer of Apollo Server. */
export async function sendApolloResponse(
  request: Request,
  response: Response,
  { status = 200, headers, body }: HTTPGraphQLResponse,
): Promise<void> {
  if (body.kind !== 'complete') throw new Error('No client was offered an answer in parts.');
  for (const [name, value] of headers) response.setHeader(name, value);
  response.statusCode = status;
  const text = status < 400 ? body.string : withRequestId(body.string, requestIdOf(response));
  await sendJson(request, response, { json: text });
}

/** Adds the request's id to an answer that Apollo Server made before it had a context. */
function withRequestId(text: string, requestId: string): string {
  if (text.includes('"requestId"')) return text;
  const add = (extensions: unknown): unknown =>
    typeof extensions === 'object' && extensions !== null && 'code' in extensions
      ? { ...extensions, requestId }
      : extensions;
  return JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'extensions' ? add(value) : value)));
}

type Encoding = 'br' | 'gzip';

function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : undefined;
}

// `br;q=0` means that the client does not accept br.
const accepts = (accepted: string, encoding: Encoding): boolean =>
  accepted
    .split(',')
    .map((part) => part.trim().split(';'))
    .some(([name, weight]) => name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));

const compressed: Readonly<Record<Encoding, WeakMap<Buffer, Buffer>>> = { br: new WeakMap(), gzip: new WeakMap() };

/** Compresses cached bytes (execute.ts) once. */
async function encodeOnce(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  const encoded = compressed[encoding].get(plain) ?? (await encode(plain, encoding));
  compressed[encoding].set(plain, encoded);
  return encoded;
}

function encode(plain: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'gzip') return plain.length < quick ? gzipSync(plain, gzipLevel) : compressGzip(plain, gzipLevel);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  return plain.length < quick ? brotliCompressSync(plain, options) : compressBrotli(plain, options);
}
