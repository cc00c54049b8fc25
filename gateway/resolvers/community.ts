import { communityPosts } from '#schema/rest/community.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const communityResolvers: Resolvers = {
  Query: {
    communityPosts: (_, { classHashCode, lessonHashCode }, { client }) =>
      client.call(communityPosts, {
        query: { ClassHashCode: classHashCode, LessonHashCode: lessonHashCode },
      }),
  },
};
