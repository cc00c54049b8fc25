import type { ApolloServer } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '#gateway/context.ts';
import { begin, jsonOf } from '#gateway/execution/begun.ts';
import type { Engine } from '#gateway/execution/engine.ts';
import { askedByHash } from '#gateway/persisted/asked.ts';
import { answerType } from './answer-type.ts';
import { apolloAnswers } from './apollo-answers.ts';
import { endEncoded } from './encoded-answer.ts';

export interface GraphqlAnswersOptions {
  readonly server: ApolloServer<Context>;
  readonly engine: Engine;
  readonly contextOf: (request: Request, response: Response) => Context;
}

/**
 * Carries an operation out. One of the web app's own that Apollo Server has let through once has nothing more to be
 * parsed, validated or costed, so it goes straight to its resolvers; unless its answer is whole, Apollo Server says what
 * came of it.
 */
export function graphqlAnswers({ server, engine, contextOf }: GraphqlAnswersOptions): RequestHandler {
  const apollo = apolloAnswers(server);
  return async (request, response) => {
    const asked = request.method === 'POST' ? askedByHash(request.body) : undefined;
    const prepared = asked && engine.prepare(asked);
    const type = answerType(request);
    if (!prepared || type === undefined) {
      await apollo(request, response, () => contextOf(request, response));
      return;
    }
    const context = contextOf(request, response);
    context.named(prepared.plan.operation.name?.value);
    const begun = begin(prepared, context);
    const answer = await jsonOf(begun);
    if (answer) await endEncoded(request, response.setHeader('content-type', type), answer);
    else await apollo(request, response, () => ({ ...context, begun }));
  };
}
