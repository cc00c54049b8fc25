import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '#gateway/context.ts';

/** Notes the operation's name for the log. */
export const operationName: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operationName, contextValue }) {
        contextValue.named(operationName);
      },
    };
  },
};
