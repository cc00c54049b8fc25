import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A text in every encoding that clients accept, compressed once. */
export interface Compressed {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function compressed(identity: Buffer): Promise<Compressed> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([compressBrotli(identity, { params }), compressGzip(identity)]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, identity, br, gzip: gz };
}

/**
 * Sends the text in the encoding that the client accepts, or 304. The caller has set content type and cache headers.
 */
export function sendCompressed(request: Request, response: Response, text: Compressed): void {
  const accepted = request.acceptsEncodings('br', 'gzip');
  const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  response.vary('accept-encoding').set('etag', text.etag).send(text[encoding]);
}
