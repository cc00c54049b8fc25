import {
  acceptInvitation,
  confirmEmail,
  forgotPassword,
  login,
  logout,
  passwordLink,
  refreshToken,
  updatePassword,
} from '#schema/rest/auth.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const authResolvers: Resolvers = {
  Query: {
    passwordLink: (_, query, { client }) => client.call(passwordLink, { query }),
  },
  Mutation: {
    login: (_, { input }, { client }) => client.call(login, { body: input }),
    refreshToken: (_, body, { client }) => client.call(refreshToken, { body }),
    logout: (_, __, { client }) => client.call(logout).then(() => true),
    forgotPassword: (_, { input }, { client }) => client.call(forgotPassword, { body: input }),
    updatePassword: (_, { input }, { client }) => client.call(updatePassword, { body: input }).then(() => true),
    confirmEmail: (_, { input }, { client }) => client.call(confirmEmail, { body: input }).then(() => true),
    acceptInvitation: (_, { input }, { client }) => client.call(acceptInvitation, { body: input }).then(() => true),
  },
};
