import { type SQL, sql } from 'drizzle-orm';
import { v5 } from 'uuid';
import { type Author, recordOnce } from '#api/domains/audit/record.ts';
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
  studentAlbums,
} from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { PrivacyCard } from '#schema/rest/privacy.ts';
import { findProfile } from './list.ts';
import { auditOf, mediaOf, postsOf, selectIdsOfChild, unfinishedOf } from './whole-child.ts';

/** The counts of everything that is stored about a child; 404 when there is no such profile. */
export async function cardOf(db: Queryable, id: string): Promise<PrivacyCard> {
  const found = await findProfile(db, id);
  if (!found) throw notFound();
  const [counts] = await countsOfChild(db, { id });
  if (!counts) throw new Error('counting gave no row');
  return { ...counts, ...found };
}

const ids = sql`(select unnest(child.ids))`;

const counts = {
  mergedProfileCount: sql`cardinality(child.ids) - 1`,
  fileCount: sql`(select count(*)::int from ${media} where ${media.id} in ${mediaOf(ids)})`,
  fileSize: sql`(select coalesce(sum(${media.byteSize}), 0)::float8 from ${media} where ${media.id} in ${mediaOf(ids)})`,
  unfinishedUploadCount: sql`(select count(*)::int from ${mediaRequests} where ${unfinishedOf(ids)})`,
  reactionCount: sql`(select coalesce(sum(count), 0)::int from ${communityReactions}
    where ${communityReactions.profileId} in ${ids})`,
  replyCount: sql`(select count(*)::int from ${communityReplies} where ${communityReplies.postId} in ${postsOf(ids)})`,
  reportCount: sql`(select count(*)::int from ${communityPostReports} where ${communityPostReports.profileId} in ${ids})`,
  finishedCount: sql`(select count(*)::int from ${finishedContents} where ${finishedContents.profileId} in ${ids})`,
  albumCount: sql`(select count(*)::int from ${studentAlbums} where ${studentAlbums.profileId} in ${ids})`,
  auditEntryCount: sql`(select count(*)::int from ${auditLog} where ${auditOf(ids)})`,
};

const named = Object.entries(counts).map(([name, count]) => sql`${count} as ${sql.identifier(name)}`);

// Its names are those of `counts`.
const countColumns = Object.fromEntries(
  Object.keys(counts).map((name) => [name, sql<number>`counted.${sql.identifier(name)}`]),
) as Record<keyof typeof counts, SQL<number>>;

// The counts are in a subquery, since drizzle writes the columns of a select from one table without their tables. With
// `offset 0` PostgreSQL finds the ids once, not for each count.
const countsOfChild = preparedQuery(['id'], (db: Queryable, { id }) =>
  db
    .select(countColumns)
    .from(
      sql`(select ${sql.join(named, sql`, `)} from (select array(${selectIdsOfChild(id)}) as ids offset 0) child) counted`,
    ),
);

// The UUID v5 namespace for the ids of these audit rows.
const namespace = 'd3a5c1f4-8a0b-4f0e-9a53-0c6f7a2b9e11';

/** Records that staff opened a child's data: one row per person, profile and day. */
export async function recordOpening(
  db: Queryable,
  author: Author,
  { id: entityId, timeZone }: { readonly id: string; readonly timeZone: string },
): Promise<void> {
  const id = v5(`${author.userId} ${entityId} ${schoolDay(timeZone)}`, namespace);
  await recordOnce(db, author, [{ id, action: 'view-data', entity: 'profiles', entityId }]);
}
