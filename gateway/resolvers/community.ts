import {
  communityPosts,
  deleteCommunityPost,
  reactToCommunityPost,
  reportCommunityPost,
} from '#schema/rest/community.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const communityResolvers: Resolvers = {
  Query: {
    communityPosts: (_, { classHashCode, lessonHashCode }, { client }) =>
      client.call(communityPosts, {
        query: { ClassHashCode: classHashCode, LessonHashCode: lessonHashCode },
      }),
  },
  Mutation: {
    deleteCommunityPost: (_, { input: { id, studentId } }, { client }) =>
      client.call(deleteCommunityPost, { fields: { Id: id, StudentId: studentId } }).then(() => true),
    reactToCommunityPost: (_, { input: { numberOfInteractions, ...params } }, { client }) =>
      client.call(reactToCommunityPost, { params, query: { numberOfInteractions } }),
    reportCommunityPost: (_, { input: { id, ...body } }, { client }) =>
      client.call(reportCommunityPost, { params: { id }, body }).then(() => true),
  },
};
