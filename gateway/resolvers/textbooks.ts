import { allTextBooks, textBooks } from '#schema/rest/textbooks.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const textBookResolvers: Resolvers = {
  Query: {
    textBooks: (_, { filter, ...list }, { client }) =>
      client.call(textBooks, { query: { SearchText: filter?.search, ...pagingQuery(list) } }),
    allTextBooks: (_, __, { client }) => client.call(allTextBooks),
  },
};
