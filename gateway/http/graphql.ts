import type { ApolloServer } from '@apollo/server';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { Context, ContextParts } from '#gateway/context.ts';
import { createContext } from '#gateway/context.ts';
import type { Engine } from '#gateway/execution/engine.ts';
import { multipartRequests } from '#gateway/uploads/multipart.ts';
import { graphqlAnswers } from './graphql-answers.ts';
import { inTurn } from './in-turn.ts';
import { jsonBody } from './json-body.ts';
import { named } from './request-log.ts';
import { noStore } from './security-headers.ts';

const bodyLimit = 100 * 1024;
// HEAD for the explorer, which has the same address.
const methods = 'GET, HEAD, POST, OPTIONS';

export interface GraphqlRoutes {
  /** Carries an operation out, whatever it was asked by. */
  readonly answer: RequestHandler;
  /** `/graphql` among the other routes; a path below it is unknown. */
  readonly route: RequestHandler;
}

export interface GraphqlRoutesOptions {
  readonly server: ApolloServer<Context>;
  readonly engine: Engine;
  readonly parts: ContextParts;
}

export function graphqlRoutes({ server, engine, parts }: GraphqlRoutesOptions): GraphqlRoutes {
  const answer = inTurn(
    named('/graphql'),
    noStore,
    jsonBody({ bytes: bodyLimit, milliseconds: parts.timeouts.body }),
    multipartRequests(bodyLimit),
    graphqlAnswers({ server, engine, contextOf: (request, response) => createContext(parts, request, response) }),
  );
  const route = Router({ strict: true });
  route.use('/graphql', named('/graphql'), noStore);
  route.options('/graphql', (_request, response) => response.set('allow', methods).status(204).end());
  route.all('/graphql', answer);
  return { answer, route };
}
