import { login, logout, refreshToken } from '#schema/rest/auth.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const authResolvers: Resolvers = {
  Mutation: {
    login: (_, { input }, { client }) => client.call(login, { body: input }),
    refreshToken: (_, body, { client }) => client.call(refreshToken, { body }),
    logout: (_, __, { client }) => client.call(logout).then(() => true),
  },
};
