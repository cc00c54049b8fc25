import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { v5 } from 'uuid';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  auditLog,
  communityPostReports,
  communityReactions,
  communityReplies,
  finishedContents,
  media,
  mediaRequests,
  profiles,
  studentAlbums,
} from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { PrivacyCard } from '#schema/rest/privacy.ts';
import { profileColumns } from './list.ts';
import { auditOf, mediaOf, postsOf, selectIdsOfChild, unfinishedOf } from './whole-child.ts';

interface Viewer {
  readonly author: Author;
  readonly timeZone: string;
}

/**
 * The counts of everything that is stored about a child; 404 when there is no such profile. Records that staff opened a
 * child's data: one row per person, profile and day.
 */
export async function openCard(db: Queryable, id: string, { author, timeZone }: Viewer): Promise<PrivacyCard> {
  const viewId = v5(`${author.userId} ${id} ${schoolDay(timeZone)}`, namespace);
  const [found] = await cardById(db, { id, viewId });
  if (!found) throw notFound();
  const { isRecorded, ...card } = found;
  if (!isRecorded)
    await recordChange(db, author, { id: viewId, action: 'view-data', entity: 'profiles', entityId: id });
  return { firstSeenAt: card.createdAt, ...card };
}

// The UUID v5 namespace for the ids of these audit rows.
const namespace = 'd3a5c1f4-8a0b-4f0e-9a53-0c6f7a2b9e11';

// Columns of `countsOfChild`.
const ids = sql`child.ids`;
const posts = sql`child.posts`;

/** How many rows of a table belong to the child. */
const rowsOfChild = (table: PgTable, profileId: PgColumn): SQL =>
  sql`(select count(*)::int from ${table} where ${profileId} = any(${ids}))`;

const counts = {
  mergedProfileCount: sql`cardinality(${ids}) - 1`,
  fileCount: sql`files.count`,
  fileSize: sql`files.size`,
  unfinishedUploadCount: sql`(select count(*)::int from ${mediaRequests} where ${unfinishedOf(ids)})`,
  reactionCount: sql`(select coalesce(sum(count), 0)::int from ${communityReactions}
    where ${communityReactions.profileId} = any(${ids}))`,
  replyCount: sql`(select count(*)::int from ${communityReplies}
    where ${communityReplies.postId} = any(${posts}))`,
  reportCount: rowsOfChild(communityPostReports, communityPostReports.profileId),
  finishedCount: rowsOfChild(finishedContents, finishedContents.profileId),
  albumCount: rowsOfChild(studentAlbums, studentAlbums.profileId),
  auditEntryCount: sql`(select count(*)::int from ${auditLog} where ${auditOf(ids, posts)})`,
};

const named = Object.entries(counts).map(([name, count]) => sql`${count} as ${sql.identifier(name)}`);

// The type is safe, since the names are those of `counts`.
const countColumns = Object.fromEntries(
  Object.keys(counts).map((name) => [name, sql<number>`counted.${sql.identifier(name)}`]),
) as Record<keyof typeof counts, SQL<number>>;

// With `offset 0` PostgreSQL finds the ids of profiles and posts once, not for each count.
const countsOfChild = (id: Placeholder) => sql`lateral (
  select ${sql.join(named, sql`, `)}
    from (select ids, ${postsOf(sql`ids`)} as posts
      from (select array(${selectIdsOfChild(id)}) as ids offset 0) whole offset 0) child
    cross join lateral (select count(*)::int as count, coalesce(sum(${media.byteSize}), 0)::float8 as size
      from ${media} where ${media.id} in ${mediaOf(ids, posts)}) files
  ) counted`;

const cardById = preparedQuery(['id', 'viewId'], (db: Queryable, { id, viewId }) =>
  db
    .select({
      ...profileColumns,
      ...countColumns,
      isRecorded: sql<boolean>`exists (select from ${auditLog} where ${auditLog.id} = ${viewId}::uuid)`,
    })
    .from(profiles)
    .innerJoin(countsOfChild(id), sql`true`)
    .where(eq(profiles.id, id)),
);
