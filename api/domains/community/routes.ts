import { recordMediaViews } from '#api/domains/audit/record.ts';
import { findLesson } from '#api/domains/lessons/briefs.ts';
import { findClass } from '#api/domains/students/classes.ts';
import { createLookUps } from '#api/domains/students/look-ups.ts';
import { forbidden, invalid } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { route, type Route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  communityPosts,
  deleteCommunityPost,
  reactToCommunityPost,
  reportCommunityPost,
} from '#schema/rest/community.ts';
import { wallPost, wallPosts } from './list.ts';
import { deleteOwnPost, deletePost, react, reportPost } from './write.ts';

/** A class's wall for everybody who has the class's code, and the children's reactions and reports. */
export function communityRoutes(services: Uses<'db' | 'pool' | 'settings' | 'links' | 'secrets'>): Route[] {
  const lookUps = createLookUps(services);
  // The app collects reactions for half a second before it sends them, so no child reaches this limit.
  const reactions = createRateLimit(services, { name: 'reactions', points: 120, seconds: 60 });
  const reports = createRateLimit(services, { name: 'post-reports', points: 20, seconds: 3600 });

  return [
    route(communityPosts, async ({ query: { ClassHashCode, LessonHashCode }, caller, address, requestId }) => {
      const findOpenClass = async () => lookUps.found(address, await findClass(services, ClassHashCode));
      const findUnit = async (hashCode: string) => {
        await findOpenClass();
        return lookUps.found(address, await findLesson(services.db, hashCode));
      };
      const lesson = LessonHashCode === undefined ? undefined : await findUnit(LessonHashCode);
      const profileId = caller.kind === 'Student' ? caller.profileId : undefined;
      const wall = { classHashCode: ClassHashCode, lessonId: lesson?.id, profileId };
      const posts = await wallPosts(services, wall);
      if (posts.length > 0 && !('userId' in caller)) return posts;
      const { id } = await findOpenClass();
      if ('userId' in caller && posts.length > 0)
        await recordMediaViews(
          services.db,
          { ...caller, requestId },
          { classIds: [id], timeZone: services.settings.timeZone },
        );
      return posts;
    }),

    route(deleteCommunityPost, async ({ fields: { Id, StudentId }, caller, requestId }) => {
      if (caller.kind !== 'Student') return deletePost(services, { id: Id, caller, requestId });
      if (StudentId === undefined) throw invalid({ StudentId: ['messages.invalidValue'] });
      if (StudentId.toLowerCase() !== caller.profileId) throw forbidden();
      return deleteOwnPost(services, { id: Id, profileId: caller.profileId });
    }),

    route(reactToCommunityPost, async ({ params: { id, type }, query, caller: { profileId } }) => {
      await reactions.take(profileId);
      await react(services, { postId: id, profileId, type, given: query.numberOfInteractions > 0 });
      return wallPost(services, id, profileId);
    }),

    route(reportCommunityPost, async ({ params: { id }, body: { reason }, caller: { profileId } }) => {
      await reports.take(profileId);
      await reportPost(services, { postId: id, profileId, reason });
    }),
  ];
}
