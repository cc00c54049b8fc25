import { Router } from 'express';
import type { RequestHandler } from 'express';
import { nameRoute } from '#gateway/http/request-log.ts';
import type { Settings } from '#gateway/settings.ts';

interface ExplorerPage {
  /** Serves the web app's files. */
  readonly web: RequestHandler;
  readonly settings: Pick<Settings, 'freeOperations'>;
}

/** `/graphql` for browsers that accept HTML. The pipeline has answered all other requests. */
export function explorerPage({ web, settings: { freeOperations } }: ExplorerPage): Router {
  const router = Router({ strict: true });
  // The page asks here whether it may send free-form operations; a refused operation would show as an error in the
  // browser's console.
  router.get('/graphql/access', nameRoute('/graphql/access'), (_request, response) => {
    response.set('cache-control', 'no-cache').json({ freeOperations });
  });
  // The explorer's file also lies among the web app's files; the redirect leaves the page one address.
  router.get(/^\/explorer(?:\/|\/index\.html)?$/, (_request, response) => response.redirect('/graphql'));
  router.get('/graphql', nameRoute('explorer'), (request, response, next) => {
    const { url } = request;
    request.url = '/explorer/index.html';
    web(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  });
  return router;
}
