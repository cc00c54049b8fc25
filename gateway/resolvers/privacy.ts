import { eraseProfile, exportProfileData, privacyCardOf, privacyProfiles, retention } from '#schema/rest/privacy.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const privacyResolvers: Resolvers = {
  Query: {
    privacyProfiles: (_, { search, page }, { client }) => {
      const { PageNumber, PageSize } = pagingQuery({ page });
      return client.call(privacyProfiles, { query: { SearchText: search ?? undefined, PageNumber, PageSize } });
    },
    privacyCard: (_, params, { client }) => client.call(privacyCardOf, { params }),
    exportProfileData: (_, { id, language: Language }, { client }) =>
      client.call(exportProfileData, { params: { id }, query: { Language } }),
    retention: (_, _args, { client }) => client.call(retention),
  },
  Mutation: {
    eraseProfile: (_, { input: { id, ...body } }, { client }) =>
      client.call(eraseProfile, { params: { id }, body }).then(() => true),
  },
};
