import { Router } from 'express';
import { openapiDocument } from './openapi.ts';
import { docsPage } from './page.ts';
import { pageStyle } from './page-style.ts';

// The page runs no script and loads nothing from other sites.
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The documentation of /api: `/api/openapi.json` for programs, `/api/docs` for people. */
export function docsRouter(): Router {
  const router = Router({ caseSensitive: true });
  router.get('/openapi.json', (_request, response) => {
    response.locals.route = 'GET /api/openapi.json';
    response.json(openapiDocument());
  });
  router.get('/docs', (_request, response) => {
    response.locals.route = 'GET /api/docs';
    response.set({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).type('html').send(docsPage());
  });
  router.get('/docs.css', (_request, response) => {
    response.locals.route = 'GET /api/docs.css';
    response.set('cache-control', 'no-cache').type('css').send(pageStyle);
  });
  return router;
}
