import { recordPageView } from '#schema/rest/usage.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { present } from './present.ts';

export const usageResolvers: Resolvers = {
  Mutation: {
    recordPageView: (_, { input }, { client }) =>
      client.call(recordPageView, { body: present(input) }).then(() => true),
  },
};
