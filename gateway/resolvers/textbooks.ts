import {
  allTextBooks,
  createTextBook,
  deleteTextBook,
  textBookById,
  textBooks,
  updateTextBook,
} from '#schema/rest/textbooks.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';
import { present } from './present.ts';

export const textBookResolvers: Resolvers = {
  Query: {
    textBooks: (_, { filter, ...list }, { client }) =>
      client.call(textBooks, { query: { SearchText: filter?.search, ...pagingQuery(list) } }),
    textBook: (_, { id: Id }, { client }) => client.call(textBookById, { params: { Id } }),
    allTextBooks: (_, __, { client }) => client.call(allTextBooks),
  },
  Mutation: {
    createTextBook: (_, { input }, { client }) => client.call(createTextBook, { body: present(input) }),
    updateTextBook: (_, { input: { id: Id, ...input } }, { client }) =>
      client.call(updateTextBook, { params: { Id }, body: present(input) }),
    deleteTextBook: (_, { id: Id }, { client }) => client.call(deleteTextBook, { params: { Id } }).then(() => true),
  },
};
