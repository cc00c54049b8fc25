import { and, eq } from 'drizzle-orm';
import { recordMediaViews } from '#api/audit/record-view.ts';
import { communityPosts } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/moderation.ts';
import type { ModeratedPost } from '#schema/rest/moderation.ts';
import { approvePosts, resolveReports, setState } from './decide.ts';
import { moderatedBy, moderatedPosts, selectPosts } from './posts.ts';
import { queuePage, waitingFor } from './queue.ts';

/** What staff do about children's posts. */
export function moderationRoutes(services: Services): Route[] {
  const { db, settings } = services;

  const shown = async (caller: StaffCaller, requestId: string, id: string): Promise<ModeratedPost> => {
    const rows = await selectPosts(db).where(and(eq(communityPosts.id, id), moderatedBy(caller)));
    const [post] = await moderatedPosts(services, rows);
    if (!post) throw notFound();
    await recordMediaViews(db, { ...caller, requestId }, { classIds: [post.class.id], timeZone: settings.timeZone });
    return post;
  };

  return [
    route(operations.communityQueue, async (call) => queuePage(services, call)),

    route(operations.communityWaiting, async ({ caller }) => waitingFor(services, caller)),

    route(operations.approveCommunityPosts, async ({ caller, requestId, body: { ids } }) =>
      approvePosts(services, { caller, requestId }, ids),
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
