import { and, eq } from 'drizzle-orm';
import { recordMediaViews } from '#api/domains/audit/record.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/moderation.ts';
import type { ModeratedPost } from '#schema/rest/moderation.ts';
import { deleteStudentPosts, hideStudentPosts } from './bulk.ts';
import { moderatableBy, moderatedPosts, selectPosts } from './detail.ts';
import { queuePage, pendingCounts } from './list.ts';
import { approvePosts, resolveReports, setState } from './write.ts';

/** How staff moderate children's posts. */
export function moderationRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  const { db, settings } = services;

  const shown = async (caller: StaffCaller, requestId: string, id: string): Promise<ModeratedPost> => {
    const rows = await selectPosts(db).where(and(eq(communityPosts.id, id), moderatableBy(caller)));
    const [post] = await moderatedPosts(services, rows);
    if (!post) throw notFound();
    await recordMediaViews(db, { ...caller, requestId }, { classIds: [post.class.id], timeZone: settings.timeZone });
    return post;
  };

  return [
    route(operations.communityQueue, async (call) => queuePage(services, call)),

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
      return shown(caller, requestId, id);
    }),

    route(operations.resolveCommunityReports, async ({ caller, requestId, params: { id } }) => {
      await resolveReports(services, { caller, requestId, id });
      return shown(caller, requestId, id);
    }),
  ];
}
