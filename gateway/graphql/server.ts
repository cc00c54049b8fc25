import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Context } from '#gateway/context.ts';
import type { Engine } from '#gateway/execution/engine.ts';
import { gate } from '#gateway/limits/gate.ts';
import { onlyKnownKinds } from '#gateway/limits/known-operations.ts';
import { operationLimits, withinLimits } from '#gateway/limits/operation-limits.ts';
import type { Metrics } from '#gateway/observability/metrics.ts';
import type { Settings } from '#gateway/settings.ts';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { maskError } from './errors.ts';
import { jsonStatus } from './json-status.ts';
import { operationName } from './operation-name.ts';
import { errorTrail } from './error-trail.ts';

export interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

/** The GraphQL server, not started yet. */
export function createGraphqlServer({
  schema,
  engine,
  settings,
  log,
  metrics,
}: GraphqlServerOptions): ApolloServer<Context> {
  return new ApolloServer<Context>({
    gateway: engine.gateway,
    logger: log,
    formatError: maskError,
    // Whom it is for is the gate's to say.
    introspection: true,
    hideSchemaDetailsFromClientErrors: settings.production,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: operationLimits.tokens },
    maxRecursiveSelections: true,
    validationRules: [withinLimits, onlyKnownKinds],
    stopOnTerminationSignals: false,
    stringifyResult: (result) => JSON.stringify(result),
    // Cache control would wrap the resolver of every field.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      operationName,
      gate({ schema, settings }),
      errorTrail(log, metrics),
      jsonStatus,
    ],
  });
}
