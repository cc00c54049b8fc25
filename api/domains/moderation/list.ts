import { and, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { recordMediaViews } from '#api/domains/audit/record.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { orderKeys, orderOf } from '#api/ground/db/order.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, communityPostReports, communityPosts, profiles } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { communityQueue, ModeratedPost } from '#schema/rest/moderation.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { countableBy, moderatableBy, moderatedPosts, selectPosts } from './detail.ts';

/** The list counts at most so many posts. */
const countLimit = 1_000;

const sortKeys = { createdAt: { by: [communityPosts.createdAt] } };

interface QueueRequest {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly query: QueryOf<typeof communityQueue>;
}

const pages = forEachRole((kind) =>
  preparedPages(['userId'], (db, { userId, limit, offset }, order) =>
    selectPosts(db)
      .where(and(moderatableBy({ kind, userId }), isNotNull(communityPosts.mediaId)))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  ),
);

/** A page of posts to moderate. Records in the audit log that the caller saw these children's media. */
export async function queuePage(
  services: Uses<'db' | 'settings' | 'links'>,
  { caller, requestId, query }: QueueRequest,
): Promise<ConnectionPage<ModeratedPost>> {
  const { db, settings } = services;
  const { ClassId, LessonId, StudentId, Kind, State, PageNumber, PageSize, SortCriteria } = query;
  const condition = and(
    ClassId === undefined ? undefined : eq(communityPosts.classId, ClassId),
    LessonId === undefined ? undefined : eq(communityPosts.lessonId, LessonId),
    StudentId === undefined ? undefined : eq(communityPosts.profileId, StudentId),
    Kind.length === 0 ? undefined : inArray(communityPosts.kind, Kind),
    stateIsOneOf(services, State),
  );
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const wanted = and(moderatableBy(caller), isNotNull(communityPosts.mediaId), condition);
  const shown = async (rows: Awaited<ReturnType<typeof selectPosts>>): Promise<ModeratedPost[]> => {
    const classIds = rows.map(({ post }) => post.classId);
    await recordMediaViews(db, { ...caller, requestId }, { classIds, timeZone: settings.timeZone });
    return moderatedPosts(services, rows);
  };
  if (query.After !== undefined) {
    const page = await keysetPage(db, {
      ...{ name: 'communityQueue', query, id: communityPosts.id, condition: wanted },
      from: sql`${communityPosts} join ${profiles} on ${profiles.id} = ${communityPosts.profileId}
        join ${classes} on ${classes.id} = ${communityPosts.classId}`,
      order: orderKeys(criteria, sortKeys, [communityPosts.id]),
    });
    const rows = await selectPosts(db).where(and(wanted, inArray(communityPosts.id, [...page.ids])));
    const items = inOrder(page.ids, await shown(rows));
    return connectionPage(query, page, { items, ...(await countedPosts(services, caller, condition)) });
  }
  const order = orderOf(criteria, sortKeys, [communityPosts.id]);
  const rows = condition
    ? await selectPosts(db)
        .where(wanted)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages[caller.kind](db, { PageNumber, PageSize, criteria, order }, { userId: caller.userId });
  const total = await totalOf({ PageNumber, PageSize }, rows, () =>
    countPosts(services, caller, condition, countLimit + 1),
  );
  return { items: await shown(rows), pageNumber: PageNumber, pageSize: PageSize, ...upToLimit(total) };
}

/** How many pending and reported posts a member of staff has. */
export async function pendingCounts({ db }: Uses<'db'>, { kind, userId }: StaffCaller) {
  const [counts] = await waitingCounts[kind](db, { userId });
  return counts ?? { pending: 0, reported: 0 };
}

const waitingCounts = forEachRole((kind) =>
  preparedQuery(['userId'], (db: Queryable, { userId }) => {
    const count = (condition: SQL) => sql<number>`(
      select count(*)::int from ${communityPosts} where ${and(countableBy({ kind, userId }), condition)}
    )`;
    // The state is written out, so that the plan kept for all values is that for the few pending posts.
    const counts = { pending: count(sql`${communityPosts.state} = 'pending'`), reported: count(isReported({ db })) };
    return db.select(counts).from(sql`(values (0)) as one`);
  }),
);

async function countedPosts(services: Uses<'db'>, caller: StaffCaller, condition: SQL | undefined) {
  return upToLimit(await countPosts(services, caller, condition, countLimit + 1));
}

const upToLimit = (total: number) => ({ totalCount: Math.min(total, countLimit), totalIsExact: total <= countLimit });

async function countPosts(
  { db }: Uses<'db'>,
  caller: StaffCaller,
  condition: SQL | undefined,
  limit?: number,
): Promise<number> {
  const posts = db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(and(countableBy(caller), condition))
    .$dynamic();
  return db.$count((limit === undefined ? posts : posts.limit(limit)).as('posts'));
}

function stateIsOneOf(services: Uses<'db'>, wanted: QueueRequest['query']['State']): SQL | undefined {
  if (wanted.length === 0) return undefined;
  const states = wanted.filter((state) => state !== 'reported');
  return or(
    states.length > 0 ? inArray(communityPosts.state, states) : undefined,
    wanted.includes('reported') ? isReported(services) : undefined,
  );
}

const isReported = ({ db }: { readonly db: Queryable }): SQL =>
  exists(
    db
      .select({ id: communityPostReports.id })
      .from(communityPostReports)
      .where(and(eq(communityPostReports.postId, communityPosts.id), isNull(communityPostReports.resolvedAt))),
  );
