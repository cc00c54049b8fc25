import {
  contentById,
  contents,
  createContent,
  deleteContent,
  updateContent,
  updateContentsOrder,
} from '#schema/rest/contents.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';
import { present } from './present.ts';

export const contentResolvers: Resolvers = {
  Query: {
    contents: (_, { lessonId: LessonId, filter, ...list }, { client }) =>
      client.call(contents, { query: { LessonId, SearchText: filter?.search, ...pagingQuery(list) } }),
    content: (_, params, { client }) => client.call(contentById, { params }),
  },
  Mutation: {
    createContent: (_, { input }, { client }) => client.call(createContent, { body: present(input) }),
    updateContent: (_, { input: { id, ...input } }, { client }) =>
      client.call(updateContent, { params: { id }, body: present(input) }),
    updateContentsOrder: (_, { input: body }, { client }) => client.call(updateContentsOrder, { body }),
    deleteContent: (_, params, { client }) => client.call(deleteContent, { params }).then(() => true),
  },
};
