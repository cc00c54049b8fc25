import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router } from 'express';
import type { Request } from 'express';
import type { Settings } from '#gateway/settings.ts';
import { sendProblem } from './problem-answers.ts';
import { named } from './request-log.ts';

interface Locale {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const year = 'public, max-age=31536000, immutable';

/** `/locales/{lng}/{ns}.json`; with `?v=`, which names the version of the words, for ever. */
export function localeRoutes({ root, dev }: Settings): Router {
  const load = remembered(join(root, 'locales'));
  return Router()
    .use('/locales', named('/locales/{lng}/{ns}.json'))
    .get('/locales/:language/:file', async (request, response) => {
      const { language, file } = request.params;
      const locale = await load(language, file);
      if (!locale) {
        sendProblem(response, 404);
        return;
      }
      const encoding = chosenEncoding(request);
      if (encoding !== 'identity') response.set('content-encoding', encoding);
      response
        .vary('accept-encoding')
        .set('cache-control', request.query.v !== undefined && !dev ? year : 'no-cache')
        .set('etag', locale.etag)
        .type('application/json')
        .send(locale[encoding]);
    })
    .use('/locales', (_request, response) => sendProblem(response, 404));
}

function chosenEncoding(request: Request): 'br' | 'gzip' | 'identity' {
  const accepted = request.acceptsEncodings('br', 'gzip');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}

/** Reads and compresses a file once, and again when it has changed. */
function remembered(folder: string): (language: string, file: string) => Promise<Locale | undefined> {
  const known = new Map<string, { readonly modified: number; readonly locale: Promise<Locale> }>();
  return async (language, file) => {
    if (!/^[a-z]{2}$/.test(language) || !/^[a-z][a-z-]*\.json$/.test(file)) return undefined;
    const path = join(folder, language, file);
    const found = await stat(path).catch(() => undefined);
    if (!found) return undefined;
    const cached = known.get(path);
    if (cached?.modified === found.mtimeMs) return cached.locale;
    const locale = read(path);
    known.set(path, { modified: found.mtimeMs, locale });
    return locale;
  };
}

async function read(path: string): Promise<Locale> {
  const identity = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([compressBrotli(identity, { params }), compressGzip(identity)]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, identity, br, gzip: gz };
}
