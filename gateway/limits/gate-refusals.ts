import { GraphQLError } from 'graphql';
import { refusalOf, unexpected } from '#gateway/refusals.ts';

function refuse(status: number, more: { message?: string; extensions?: object } = {}): GraphQLError {
  const { code, message, messageKey } = refusalOf(status) ?? unexpected;
  return new GraphQLError(more.message ?? message, { extensions: { code, status, messageKey, ...more.extensions } });
}

/** Nobody, with an operation of their own. */
export const signInFirst = (): GraphQLError => refuse(401);

/** A hash that this build does not have: the page is older than the server, or newer. */
export const appUpdated = (): GraphQLError =>
  refuse(400, {
    message: 'This operation is not known here. Load the page anew, or send the text.',
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', messageKey: 'messages.appUpdated' },
  });

export const tooDear = (cost: number, maximum: number): GraphQLError =>
  refuse(400, {
    message: `This operation costs ${cost} points and may cost ${maximum}. Ask for fewer rows, or for less of each.`,
    extensions: { limit: 'cost' },
  });
