import { problemOf } from '#web/shared/apollo/problem.ts';
import type { CommunityWallQuery } from '#web/student/operations.generated.ts';

/** One child's work on a wall. */
export type Post = CommunityWallQuery['communityPosts'][number];

/** The post is not on the wall any more, or the class is over: what the wall says next is what is true. */
export const isOutdated = (error: unknown): boolean => [404, 409].includes(problemOf(error).status);
