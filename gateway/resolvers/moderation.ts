import {
  approveCommunityPosts,
  communityQueue,
  communityWaiting,
  resolveCommunityReports,
  setCommunityPostState,
} from '#schema/rest/moderation.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const moderationResolvers: Resolvers = {
  Query: {
    communityQueue: (_, { filter, ...list }, { client }) =>
      client.call(communityQueue, {
        query: { ClassId: filter?.classId, LessonId: filter?.lessonId, State: filter?.state, ...pagingQuery(list) },
      }),
    communityWaiting: (_, __, { client }) => client.call(communityWaiting),
  },
  Mutation: {
    setCommunityPostState: (_, { input: { id, ...body } }, { client }) =>
      client.call(setCommunityPostState, { params: { id }, body }),
    approveCommunityPosts: async (_, body, { client }) => (await client.call(approveCommunityPosts, { body })).results,
    resolveCommunityReports: (_, params, { client }) => client.call(resolveCommunityReports, { params }),
  },
};
