import { and, eq, exists, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { recordMediaViews } from '#api/audit/record-view.ts';
import { orderOf } from '#api/db/order.ts';
import { communityPostReports, communityPosts } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import type { communityQueue, ModeratedPost } from '#schema/rest/moderation.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { countedFor, moderatedBy, moderatedPosts, selectPosts } from './posts.ts';

/** Nobody goes through more of them. */
const counted = 1_000;

interface Look {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly query: QueryOf<typeof communityQueue>;
}

/** A page of posts for staff to decide on; that they were shown these children's media is written down. */
export async function queuePage(services: Services, { caller, requestId, query }: Look): Promise<Page<ModeratedPost>> {
  const { db, settings } = services;
  const { ClassId, LessonId, State, PageNumber, PageSize, SortCriteria } = query;
  const condition = and(
    ClassId === undefined ? undefined : eq(communityPosts.classId, ClassId),
    LessonId === undefined ? undefined : eq(communityPosts.lessonId, LessonId),
    stateIsOneOf(services, State),
  );
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const rows = await selectPosts(db)
    .where(and(moderatedBy(caller), isNotNull(communityPosts.mediaId), condition))
    .orderBy(...orderOf(criteria, { createdAt: { by: [communityPosts.createdAt] } }, [communityPosts.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const classIds = rows.map(({ post }) => post.classId);
  await recordMediaViews(db, { ...caller, requestId }, { classIds, timeZone: settings.timeZone });
  return {
    items: await moderatedPosts(services, rows),
    pageNumber: PageNumber,
    pageSize: PageSize,
    ...(await countedPosts(services, caller, condition)),
  };
}

/** How many posts a member of staff has yet to look at. */
export async function waitingFor(services: Services, caller: StaffCaller) {
  return {
    pending: await countPosts(services, caller, eq(communityPosts.state, 'pending')),
    reported: await countPosts(services, caller, isReported(services)),
  };
}

async function countedPosts(services: Services, caller: StaffCaller, condition: SQL | undefined) {
  const total = await countPosts(services, caller, condition, counted + 1);
  return { totalCount: Math.min(total, counted), totalIsExact: total <= counted };
}

async function countPosts(
  { db }: Services,
  caller: StaffCaller,
  condition: SQL | undefined,
  limit?: number,
): Promise<number> {
  const posts = db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(and(countedFor(caller), condition))
    .$dynamic();
  return db.$count((limit === undefined ? posts : posts.limit(limit)).as('posts'));
}

function stateIsOneOf(services: Services, wanted: Look['query']['State']): SQL | undefined {
  if (wanted.length === 0) return undefined;
  const states = wanted.filter((state) => state !== 'reported');
  return or(
    states.length > 0 ? inArray(communityPosts.state, states) : undefined,
    wanted.includes('reported') ? isReported(services) : undefined,
  );
}

const isReported = ({ db }: Services): SQL =>
  exists(
    db
      .select({ id: communityPostReports.id })
      .from(communityPostReports)
      .where(and(eq(communityPostReports.postId, communityPosts.id), isNull(communityPostReports.resolvedAt))),
  );
