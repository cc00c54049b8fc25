import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { systemChecks } from '#schema/rest/system.ts';

export const systemResolvers: Resolvers = {
  Query: {
    systemChecks: (_, __, { client }) => client.call(systemChecks),
  },
};
