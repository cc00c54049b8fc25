import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Context } from '#gateway/context.ts';
import { operationLimits, withinLimits } from '#gateway/limits/operation-limits.ts';
import type { Settings } from '#gateway/settings.ts';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { maskError } from './errors.ts';
import { operationName } from './operation-name.ts';
import { errorTrail } from './error-trail.ts';

/** The GraphQL server, not started yet. */
export function createGraphqlServer(schema: GraphQLSchema, settings: Settings, log: Logger): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    logger: log,
    formatError: maskError,
    introspection: !settings.production,
    hideSchemaDetailsFromClientErrors: settings.production,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: operationLimits.tokens },
    maxRecursiveSelections: true,
    validationRules: [withinLimits],
    stopOnTerminationSignals: false,
    stringifyResult: (result) => JSON.stringify(result),
    // Cache control would wrap the resolver of every field.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      operationName,
      errorTrail(log),
    ],
  });
}
