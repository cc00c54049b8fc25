import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import { unexpected } from '#gateway/refusals.ts';

// Apollo's own refusals of a request, which name nothing but what the client sent.
const requestFaults = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
]);

const { message, ...told } = unexpected;
const masked = { message, extensions: { ...told, status: 500 } };

/** Whether an error was meant for the client, by this gateway or by Apollo. */
export function isForClient(error: unknown): boolean {
  const cause = unwrapResolverError(error);
  if (!(cause instanceof GraphQLError)) return false;
  return typeof cause.extensions.status === 'number' || requestFaults.has(cause.extensions.code);
}

/** Lets the errors through that were meant for the client and masks the rest; Apollo by itself masks nothing. */
export function maskError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  if (!isForClient(error)) return { ...masked, path: formatted.path, locations: formatted.locations };
  return { ...formatted, extensions: { status: 400, messageKey: 'messages.badRequest', ...formatted.extensions } };
}
