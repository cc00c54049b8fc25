import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '#gateway/context.ts';

/** Puts the request's id into each error, so that what a user reports can be found in the log. */
export const requestIdInErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response, contextValue: { requestId } }) {
        if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
        response.body.singleResult.errors = response.body.singleResult.errors.map((error) => ({
          ...error,
          extensions: { ...error.extensions, requestId },
        }));
      },
    };
  },
};
