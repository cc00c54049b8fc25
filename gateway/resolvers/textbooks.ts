import { allTextBooks } from '#schema/rest/textbooks.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const textBookResolvers: Resolvers = {
  Query: {
    allTextBooks: (_, __, { client }) => client.call(allTextBooks),
  },
};
