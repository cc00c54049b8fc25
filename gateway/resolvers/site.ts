import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { settings } from '#schema/rest/site.ts';

export const siteResolvers: Resolvers = {
  Query: {
    settings: (_, __, { client }) => client.call(settings),
  },
};
