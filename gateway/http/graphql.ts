import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { Router } from 'express';
import type { Context, ContextParts } from '#gateway/context.ts';
import { createContext } from '#gateway/context.ts';
import { named } from './request-log.ts';
import { noStore } from './security-headers.ts';

const bodyLimit = 100 * 1024;

/** `/graphql`; a path below it is unknown. */
export function graphqlRoute(server: ApolloServer<Context>, parts: ContextParts): Router {
  const context = async ({ req, res }: { req: express.Request; res: express.Response }) =>
    createContext(parts, req, res);
  const router = Router({ strict: true });
  router.use('/graphql', named('/graphql'), noStore);
  router.all('/graphql', express.json({ limit: bodyLimit }), expressMiddleware(server, { context }));
  return router;
}
