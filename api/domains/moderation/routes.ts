import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/moderation.ts';
import { deleteStudentPosts, hideStudentPosts } from './bulk.ts';
import { queuePage, pendingCounts } from './list.ts';
import { recordingsOf } from './recordings.ts';
import { shownPost } from './shown-post.ts';
import { approvePosts, resolveReports, setState } from './write.ts';

/** How staff moderate children's posts. */
export function moderationRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  return [
    route(operations.communityQueue, async (call) => queuePage(services, call)),

    route(operations.studentRecordings, async ({ caller, requestId, query: { ClassId, StudentId } }) =>
      recordingsOf(services, { caller, requestId, classId: ClassId, studentId: StudentId }),
    ),

    route(operations.communityWaiting, async ({ caller }) => pendingCounts(services, caller)),

    route(operations.approveCommunityPosts, async ({ caller, requestId, body: { ids } }) =>
      approvePosts(services, { caller, requestId }, ids),
    ),

    route(operations.hideStudentPosts, async ({ caller, requestId, body }) =>
      hideStudentPosts(services, { caller, requestId, ...body }),
    ),

    route(operations.deleteStudentPosts, async ({ caller, requestId, body }) =>
      deleteStudentPosts(services, { caller, requestId, ...body }),
    ),

    route(operations.setCommunityPostState, async ({ caller, requestId, params: { id }, body }) => {
      await setState(services, { caller, requestId, id, ...body });
      return shownPost(services, { caller, requestId, id });
    }),

    route(operations.resolveCommunityReports, async ({ caller, requestId, params: { id }, body }) => {
      await resolveReports(services, { caller, requestId, id, ...body });
      return shownPost(services, { caller, requestId, id });
    }),
  ];
}
