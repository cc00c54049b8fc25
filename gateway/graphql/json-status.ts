import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { GraphQLError } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { limitOf } from '#gateway/limits/limit-of.ts';

const documentFaults = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
]);

/**
 * Answers 200 where a document cannot be run and its client asks for application/json by name, as GraphQL over HTTP has
 * it: such a client takes a 400 for a proxy's. Limits keep their status, and so does whoever asks for nothing.
 */
export const jsonStatus: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors = [] }) {
        if (response.http.status !== 400 || !asksForPlainJson(request.http?.headers.get('accept'))) return;
        if (errors.every(isDocumentFault)) response.http.status = 200;
      },
    };
  },
};

function asksForPlainJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('application/graphql-response+json');
}

const isDocumentFault = (error: GraphQLError): boolean =>
  documentFaults.has(error.extensions.code) && limitOf(error) === undefined;
