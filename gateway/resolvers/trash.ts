import { restoreFromTrash, trash } from '#schema/rest/trash.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const trashResolvers: Resolvers = {
  Query: {
    trash: (_, { filter, page }, { client }) => {
      const { PageNumber, PageSize } = pagingQuery({ page });
      return client.call(trash, { query: { Kind: filter?.kind, SearchText: filter?.search, PageNumber, PageSize } });
    },
  },
  Mutation: {
    restoreFromTrash: (_, { input: params }, { client }) => client.call(restoreFromTrash, { params }).then(() => true),
  },
};
