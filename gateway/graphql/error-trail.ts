import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '#gateway/context.ts';
import { limitOf } from '#gateway/limits/limit-of.ts';
import type { Metrics } from '#gateway/observability/metrics.ts';
import { isForClient } from './errors.ts';

/** Logs what is masked and puts the request's id into each error, so that what a user reports can be found. */
export function errorTrail(log: Logger, metrics?: Metrics): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue: { requestId } }) {
          for (const error of errors) {
            if (isForClient(error)) continue;
            log.error({ err: unwrapResolverError(error), path: error.path, requestId }, 'masked error');
          }
        },
        async willSendResponse({ response: { body }, contextValue: { requestId } }) {
          if (body.kind !== 'single' || !body.singleResult.errors) return;
          if (metrics) count(metrics, body.singleResult.errors);
          body.singleResult.errors = body.singleResult.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId },
          }));
        },
      };
    },
  };
}

function count(metrics: Metrics, errors: readonly GraphQLFormattedError[]): void {
  for (const { message, extensions = {} } of errors) {
    const limit = limitOf({ message, extensions });
    if (limit !== undefined) metrics.refused(limit);
    metrics.failed(String(extensions.code));
  }
}
