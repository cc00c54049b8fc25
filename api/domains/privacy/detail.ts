import { sql } from 'drizzle-orm';
import { v5 } from 'uuid';
import { type Author, recordOnce } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
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
import { auditOf, listed, mediaOf, postsOf, profilesOfChild, unfinishedOf } from './whole-child.ts';

/** The counts of everything that is stored about a child; 404 when there is no such profile. */
export async function cardOf(db: Queryable, id: string): Promise<PrivacyCard> {
  const found = await findProfile(db, id);
  if (!found) throw notFound();
  const whole = await profilesOfChild(db, id);
  const ids = listed(whole);
  const { rows } = await db.execute<Counts>(sql`select
    (select count(*)::int from ${media} where ${media.id} in ${mediaOf(ids)}) as "fileCount",
    (select coalesce(sum(${media.byteSize}), 0)::float8 from ${media} where ${media.id} in ${mediaOf(ids)}) as "fileSize",
    (select count(*)::int from ${mediaRequests} where ${unfinishedOf(ids)}) as "unfinishedUploadCount",
    (select coalesce(sum(count), 0)::int from ${communityReactions}
      where ${communityReactions.profileId} in ${ids}) as "reactionCount",
    (select count(*)::int from ${communityReplies} where ${communityReplies.postId} in ${postsOf(ids)}) as "replyCount",
    (select count(*)::int from ${communityPostReports} where ${communityPostReports.profileId} in ${ids}) as "reportCount",
    (select count(*)::int from ${finishedContents} where ${finishedContents.profileId} in ${ids}) as "finishedCount",
    (select count(*)::int from ${studentAlbums} where ${studentAlbums.profileId} in ${ids}) as "albumCount",
    (select count(*)::int from ${auditLog} where ${auditOf(ids)}) as "auditEntryCount"`);
  const [counts] = rows;
  if (!counts) throw new Error('counting gave no row');
  return { ...found, ...counts, mergedProfileCount: whole.length - 1 };
}

type Counts = Omit<PrivacyCard, 'mergedProfileCount' | keyof NonNullable<Awaited<ReturnType<typeof findProfile>>>>;

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
