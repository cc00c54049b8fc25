import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

// Up to here an answer fits into one packet, compressed or not.
const worthwhile = 1_400;
// Up to here it is done sooner than another thread could be asked.
const quick = 64 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
// The first level takes a third of what it costs to make the answer, and the last would save a tenth more.
const gzipLevel = { level: 1 };

/** Ends an answer with a text, or its bytes, compressed for who asks for it: thirty tablets share one Wi-Fi. */
export async function endEncoded(request: Request, response: Response, text: string | Buffer): Promise<void> {
  const encoding = text.length > worthwhile ? encodingFor(request.headers['accept-encoding']) : undefined;
  if (encoding === undefined) {
    // A text Node joins with the headers into one write; these are the bytes of UTF-8, one to a letter.
    if (typeof text === 'string') response.end(text);
    else response.end(text.toString('latin1'), 'latin1');
    return;
  }
  const encoded = await (typeof text === 'string' ? encode(Buffer.from(text), encoding) : encodeOnce(text, encoding));
  response.vary('accept-encoding');
  response.setHeader('content-encoding', encoding).setHeader('content-length', encoded.length).end(encoded);
}

type Encoding = 'br' | 'gzip';

function encodingFor(accepted = ''): Encoding | undefined {
  if (asksFor(accepted, 'br')) return 'br';
  return asksFor(accepted, 'gzip') ? 'gzip' : undefined;
}

// `br;q=0` is a no.
const asksFor = (accepted: string, encoding: Encoding): boolean =>
  accepted
    .split(',')
    .map((part) => part.trim().split(';'))
    .some(([name, weight]) => name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''));

const known: Readonly<Record<Encoding, WeakMap<Buffer, Buffer>>> = { br: new WeakMap(), gzip: new WeakMap() };

// The very same bytes come again where they were made once for many (execution/whole-json.ts).
async function encodeOnce(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  const encoded = known[encoding].get(plain) ?? (await encode(plain, encoding));
  known[encoding].set(plain, encoded);
  return encoded;
}

function encode(plain: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'gzip') return plain.length < quick ? gzipSync(plain, gzipLevel) : compressGzip(plain, gzipLevel);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  return plain.length < quick ? brotliCompressSync(plain, options) : compressBrotli(plain, options);
}
