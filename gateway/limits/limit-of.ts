import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import type { GraphQLError } from 'graphql';

// graphql-js says this in words only.
const tooManyTokens = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

/** The limit that an operation was refused for, by name; undefined for any other error. */
export function limitOf({ message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>): string | undefined {
  if (typeof extensions.limit === 'string') return extensions.limit;
  if (extensions.validationErrorCode === ApolloServerValidationErrorCode.MAX_RECURSIVE_SELECTIONS_EXCEEDED)
    return 'recursion';
  return tooManyTokens.test(message) ? 'tokens' : undefined;
}
