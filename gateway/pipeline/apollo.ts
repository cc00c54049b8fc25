import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServer } from '@apollo/server';
import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '#gateway/context.ts';
import { isForClient, maskError } from '#gateway/graphql/errors.ts';
import { limitOf, onlyKnownKinds, operationLimits, withinLimits } from '#gateway/limits/operation-limits.ts';
import type { Metrics } from '#gateway/observability/metrics.ts';
import type { Settings } from '#gateway/settings.ts';
import { admissionPlugin } from './admit.ts';
import type { Executor } from './execute.ts';
import { asApolloGateway } from './execute.ts';

export interface GraphqlServerOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

/** Creates Apollo Server without starting it. */
export function createGraphqlServer({
  schema,
  executor,
  settings,
  log,
  metrics,
}: GraphqlServerOptions): ApolloServer<Context> {
  return new ApolloServer<Context>({
    gateway: asApolloGateway(schema, executor),
    logger: log,
    formatError: maskError,
    // Admission decides who may introspect.
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
      admissionPlugin({ schema, settings }),
      errorReport(log, metrics),
      statusForJson,
    ],
  });
}

/** Names the operation in the log. */
const operationName: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operationName: name, contextValue }) {
        contextValue.nameOperation(name);
      },
    };
  },
};

/**
 * Logs masked errors, counts errors, and writes the request's id into each, so that support can find what a user
 * reports.
 */
function errorReport(log: Logger, metrics?: Metrics): ApolloServerPlugin<Context> {
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

const documentFaults = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
]);

/**
 * Answers 200 to a document that cannot be executed when the client accepts application/json by name, as GraphQL over
 * HTTP requires: such a client takes a 400 for a proxy's. Limits keep their status, and so do answers for clients that
 * name no type.
 */
const statusForJson: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors = [] }) {
        if (response.http.status !== 400 || !acceptsOnlyJson(request.http?.headers.get('accept'))) return;
        if (errors.every(isDocumentFault)) response.http.status = 200;
      },
    };
  },
};

function acceptsOnlyJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('application/graphql-response+json');
}

const isDocumentFault = (error: GraphQLError): boolean =>
  documentFaults.has(error.extensions.code) && limitOf(error) === undefined;
