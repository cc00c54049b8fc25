import { apiKeys, createApiKey, revokeApiKey } from '#schema/rest/api-keys.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const apiKeyResolvers: Resolvers = {
  Query: {
    apiKeys: (_, { filter, ...list }, { client }) =>
      client.call(apiKeys, { query: { State: filter?.state ?? undefined, ...pagingQuery(list) } }),
  },
  Mutation: {
    createApiKey: (_, { input: { name, scopes, expiresAt } }, { client }) =>
      client.call(createApiKey, { body: { name, scopes: [...scopes], expiresAt } }),
    revokeApiKey: (_, { id }, { client }) => client.call(revokeApiKey, { params: { id } }).then(() => true),
  },
};
