import { existsSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import type { Settings } from '#gateway/settings.ts';
import { fileHeaders } from './security-headers.ts';

/** The web app: its files, and its page for every address that the app routes. */
export interface Web {
  readonly handler: RequestHandler;
  close(): Promise<void>;
}

/** `studentPage` answers the students' addresses; undefined before the first build. */
export async function createWeb(
  settings: Settings,
  server: Server,
  studentPage: RequestHandler | undefined,
): Promise<Web> {
  const web = settings.dev ? await fromVite(settings, server) : fromBuild(settings, studentPage);
  return { ...web, handler: Router().use('/student', noIndex).use('/album', familyPage).use(web.handler) };
}

// Search engines must not index children's pages and walls, which open by a code.
const noIndex: RequestHandler = (_request, response, next) => {
  response.set('x-robots-tag', 'noindex, nofollow');
  next();
};

// Everybody with the link can open a family's page, so no cache stores the page and no referrer or index reveals it.
const familyPage: RequestHandler = (request, response, next) => {
  response.set({ 'cache-control': noStoring, 'referrer-policy': 'no-referrer' });
  noIndex(request, response, next);
};

const noStoring = 'no-store';

function fromBuild({ root }: Settings, studentPage: RequestHandler | undefined): Web {
  const folder = join(root, 'dist', 'web');
  const files = existsSync(folder) ? serveFiles(folder) : undefined;
  const handler: RequestHandler = async (request, response, next) => {
    if (!files || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    if (studentPage && isForStudents(request) && isAppRoute(request)) {
      await studentPage(request, response, next);
      return;
    }
    files(request, response, () => {
      if (!isAppRoute(request)) {
        next();
        return;
      }
      request.url = '/index.html';
      files(request, response, next);
    });
  };
  return { handler, close: async () => {} };
}

/** Serves a build's files. Another build can replace the folder at any time; then its files are listed. */
function serveFiles(folder: string): RequestHandler {
  let [build, files] = [buildIn(folder), listFiles(folder)];
  return (request, response, next) => {
    const now = buildIn(folder);
    if (now !== undefined && now !== build) [build, files] = [now, listFiles(folder)];
    endWithItsFile(response);
    files(request, response, next);
  };
}

/** The time at which a build's folder was filled, in milliseconds since 1970; undefined while the folder is replaced. */
const buildIn = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs;

// sirv does not listen for errors of the file that it sends, and one that is gone since the folder was listed would end
// the process. The headers are written by then.
function endWithItsFile(response: Response): void {
  response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()));
}

function listFiles(folder: string) {
  return sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    // Only files with a content hash in their names are immutable.
    setHeaders: (response, path) => {
      const hashed = path.startsWith('/assets/');
      if (response.getHeader('cache-control') !== noStoring)
        response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (hashed) fileHeaders(response);
      // Windows 11 reports itself as 10 in all other headers. The hint comes with the calls that the page makes, and
      // reports use it.
      if (path.endsWith('.html')) response.setHeader('accept-ch', 'Sec-CH-UA-Platform-Version');
      // The explorer's address also answers data by content negotiation, and Vary is not set yet here.
      if (path === '/explorer/index.html') response.appendHeader('vary', 'Accept');
    },
  });
}

// A missing file must be a 404: browsers would run a page in its place as a script.
function isAppRoute(request: Request): boolean {
  const reserved = /^\/(?:assets|api|graphql|media|downloads|locales)(?:\/|$)/;
  return !reserved.test(request.path) && !/\.\w+$/.test(request.path) && Boolean(request.accepts('html'));
}

// Vite's default serves the whole folder, with the database's password, to everyone on the network.
const sources = ['web', 'schema', 'locales', 'node_modules'];

/** Students' pages have an HTML file of their own, which is drawn before its scripts arrive. */
const isForStudents = ({ path }: Request): boolean => /^\/(?:student(?:\/|$)|$)/i.test(path);

async function fromVite({ root }: Settings, server: Server): Promise<Web> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server }, fs: { allow: sources.map((folder) => join(root, folder)) } },
  });
  const handler: RequestHandler = (request, response, next) => {
    if (isForStudents(request) && isAppRoute(request)) request.url = '/student.html';
    vite.middlewares(request, response, next);
  };
  return { handler, close: () => vite.close() };
}
