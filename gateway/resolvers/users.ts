import { allSchoolAdministrators, allTeachers, users } from '#schema/rest/users.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const userResolvers: Resolvers = {
  Query: {
    users: (_, { filter, ...list }, { client }) =>
      client.call(users, {
        query: {
          Roles: filter?.roles,
          UserStatus: filter?.status,
          SearchText: filter?.search,
          ...pagingQuery(list),
        },
      }),
    allTeachers: (_, { search }, { client }) => client.call(allTeachers, { query: { query: search } }),
    allSchoolAdministrators: (_, { search }, { client }) =>
      client.call(allSchoolAdministrators, { query: { query: search } }),
  },
};
