import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import { withoutValues } from '#gateway/faults/without-values.ts';
import { refusalOf, unexpected } from '#gateway/refusals.ts';

// Errors of Apollo Server whose messages name only what the client sent.
const requestFaults = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
]);

// graphql-js reports this by its message alone: a variable is null where null is not allowed.
const argumentFault = /^Argument "\w+" (of required type|of non-null type|has invalid value) /;

const { message, ...extensions } = unexpected;
const masked = { message, extensions: { ...extensions, status: 500 } };

/** Whether the client may see an error: it comes from this gateway or from Apollo Server's checks of a request. */
export function isForClient(error: unknown): boolean {
  const cause = unwrapResolverError(error);
  if (!(cause instanceof GraphQLError)) return false;
  const { status, code } = cause.extensions;
  return typeof status === 'number' || requestFaults.has(code) || isArgumentFault(cause);
}

const isArgumentFault = (cause: unknown): boolean =>
  cause instanceof GraphQLError && cause.extensions.status === undefined && argumentFault.test(cause.message);

/** Passes on errors that the client may see and masks all others. Apollo Server masks nothing by itself. */
export function maskError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  if (!isForClient(error)) return { ...masked, path: formatted.path, locations: formatted.locations };
  const { extensions } = formatted;
  const cause = unwrapResolverError(error);
  const code = isArgumentFault(cause) ? ApolloServerErrorCode.BAD_USER_INPUT : extensions?.code;
  const status = httpStatusOf(cause) ?? 400;
  const messageKey = refusalOf(status)?.messageKey ?? 'messages.badRequest';
  return {
    ...formatted,
    message: withoutValues(formatted.message),
    extensions: { status, messageKey, ...extensions, code },
  };
}

/** The HTTP status of an error of Apollo Server; undefined means 400. */
function httpStatusOf(cause: unknown): number | undefined {
  const http: unknown = cause instanceof GraphQLError ? cause.extensions.http : undefined;
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : undefined;
  return typeof status === 'number' ? status : undefined;
}
