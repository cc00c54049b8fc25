import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { Settings } from '#gateway/settings.ts';
import { localesVersion } from '#web/build/locales-version.ts';
import type { Compressed } from './compressed.ts';
import { compressed, sendCompressed } from './compressed.ts';
import { sendProblem } from './problems.ts';
import { nameRoute } from './request-log.ts';

const year = 'public, max-age=31536000, immutable';

/** `/locales/{lng}/{ns}.json`. Immutable for browsers when `?v=` names the version that is served. */
export function localeRoutes({ root, dev }: Settings): Router {
  const words = remembered(join(root, 'locales'));
  return Router()
    .use('/locales', nameRoute('/locales/{lng}/{ns}.json'))
    .get('/locales/:language/:file', async (request, response) => {
      const { language, file } = request.params;
      const locale = await words.load(language, file);
      if (!locale) {
        sendProblem(response, 404);
        return;
      }
      const { v } = request.query;
      const forEver = !dev && v !== undefined && v === words.version();
      response.set('cache-control', forEver ? year : 'no-cache').type('application/json');
      sendCompressed(request, response, locale);
    })
    .use('/locales', (_request, response) => sendProblem(response, 404));
}

interface Words {
  load(language: string, file: string): Promise<Compressed | undefined>;
  /** The version of all files together. */
  version(): string;
}

/** Reads and compresses a file once, and again after it has changed. */
function remembered(folder: string): Words {
  const localeCache = new Map<string, { readonly modified: number; readonly locale: Promise<Compressed> }>();
  let version: string | undefined;
  const load: Words['load'] = async (language, file) => {
    if (!/^[a-z]{2}$/.test(language) || !/^[a-z][a-z-]*\.json$/.test(file)) return undefined;
    const path = join(folder, language, file);
    const found = await stat(path).catch(() => undefined);
    if (!found) return undefined;
    const cached = localeCache.get(path);
    if (cached?.modified === found.mtimeMs) return cached.locale;
    const locale = readFile(path).then(compressed);
    localeCache.set(path, { modified: found.mtimeMs, locale });
    version = undefined;
    return locale;
  };
  return { load, version: () => (version ??= localesVersion(folder)) };
}
