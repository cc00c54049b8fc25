import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { named } from '#gateway/http/request-log.ts';
import type { Settings } from '#gateway/settings.ts';

interface ExplorerPage {
  /** Serves the web app's files. */
  readonly web: RequestHandler;
  readonly settings: Pick<Settings, 'freeOperations'>;
}

/** `/graphql` for people: who asks for a page gets the explorer, and everybody else GraphQL's own answer. */
export function explorerPage({ web, settings: { freeOperations } }: ExplorerPage): Router {
  const router = Router({ strict: true });
  // A page that asked for what it is refused would fill the browser's console.
  router.get('/graphql/access', named('/graphql/access'), (_request, response) => {
    response.set('cache-control', 'no-cache').json({ freeOperations });
  });
  // Where its file lies among the web app's; its address is one.
  router.get(/^\/explorer(?:\/|\/index\.html)?$/, (_request, response) => response.redirect('/graphql'));
  // By every method: Express would answer OPTIONS with what is written here alone.
  router.all('/graphql', (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    response.vary('accept');
    if (!wantsPage(request)) {
      next();
      return;
    }
    response.locals.route = 'explorer';
    const { url } = request;
    request.url = '/explorer/index.html';
    web(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  });
  return router;
}

// A client that takes anything, as curl does, wants data.
const kinds = ['application/graphql-response+json', 'application/json', 'text/html'];

const wantsPage = (request: Request): boolean => request.accepts(kinds) === 'text/html';
