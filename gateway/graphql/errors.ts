import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';

// Apollo's own refusals of a request, which name nothing but what the client sent.
const requestFaults = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
]);

const masked = {
  message: 'An unexpected error occurred.',
  extensions: { code: ApolloServerErrorCode.INTERNAL_SERVER_ERROR, status: 500, messageKey: 'messages.internalError' },
};

/** Lets the errors through that were meant for the client; everything else is logged and masked. */
export function errorFormatter(log: Logger) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const cause = unwrapResolverError(error);
    const { code, status } = formatted.extensions ?? {};
    const known = cause instanceof GraphQLError && (typeof status === 'number' || requestFaults.has(code));
    if (!known) {
      log.error({ err: cause, path: formatted.path }, 'masked error');
      return { ...masked, path: formatted.path, locations: formatted.locations };
    }
    return { ...formatted, extensions: { status: 400, messageKey: 'messages.badRequest', ...formatted.extensions } };
  };
}
