import { allSchoolAdministrators, allTeachers } from '#schema/rest/users.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const userResolvers: Resolvers = {
  Query: {
    allTeachers: (_, { search }, { client }) => client.call(allTeachers, { query: { query: search } }),
    allSchoolAdministrators: (_, { search }, { client }) =>
      client.call(allSchoolAdministrators, { query: { query: search } }),
  },
};
