import type { GraphQLRequestListener } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { isForClient, maskError } from '#gateway/graphql/errors.ts';
import type { Verdict } from './gate.ts';
import { limitOf } from './limit-of.ts';

/** Puts a verdict into the answer: the refusal with its status, what the operation cost, or less of what validation said. */
export function answerOf({ refusal, trusted, cost, allowance }: Verdict, maximum: number) {
  const listener: GraphQLRequestListener<Context> = {
    async willSendResponse({ response: { body, http }, logger, contextValue: { requestId } }) {
      if (body.kind !== 'single') return;
      const result = body.singleResult;
      if (refusal !== undefined) {
        if (!isForClient(refusal)) logger.error({ err: refusal, requestId, msg: 'masked error' });
        const told = formatted(refusal);
        const { status, retryAfter } = told.extensions ?? {};
        result.errors = [told];
        http.status = Number(status);
        if (typeof retryAfter === 'number') http.headers.set('retry-after', String(retryAfter));
      } else if (!trusted) result.errors = result.errors?.map(withoutSchema);
      if (cost !== undefined)
        result.extensions = { ...result.extensions, cost: { requested: cost, maximum, ...allowance } };
    },
  };
  return listener;
}

function formatted(refusal: unknown): GraphQLFormattedError {
  const error = refusal instanceof GraphQLError ? refusal : new GraphQLError('');
  return maskError(error.toJSON(), error);
}

/** What validation says of types and fields is for those who may ask for them. */
function withoutSchema(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, extensions = {} } = error;
  const isValidation = extensions.code === ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED;
  if (!isValidation || limitOf({ message, extensions }) !== undefined) return error;
  const { code, status, messageKey } = extensions;
  return { message: 'The operation is not valid.', extensions: { code, status, messageKey } };
}
