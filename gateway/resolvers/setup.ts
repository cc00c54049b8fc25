import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';

export const setupResolvers: Resolvers = {
  Query: {
    firstRun: (_, query, { client }) => client.call(firstRun, { query }),
  },
  Mutation: {
    setUpSchool: (_, { input }, { client }) => client.call(setUpSchool, { body: input }),
  },
};
