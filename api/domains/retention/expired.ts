import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  classes,
  classProfiles,
  communityPosts,
  contents,
  finishedContents,
  lessons,
  mediaRequests,
  pageViews,
  profiles,
  pushAndListenItems,
  schools,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import type { Retention } from '#api/ground/settings/retention-settings.ts';
import { trashDays, type TrashKind } from '#schema/rest/trash.ts';

/** An upload that was accepted and is still to be prepared: a server may have been off for a whole holiday. */
export const unfinished = sql`${mediaRequests.state} in ('pending', 'processing')`;

/** Whether an instant is so many days past; with 0 days, which is for ever, nothing is. */
export function olderThan(instant: SQLWrapper, days: number): SQL {
  return days === 0 ? sql`false` : sql`${instant} < now() - make_interval(days => ${sql.raw(String(days))})`;
}

const union = (...selects: SQL[]): SQL => sql.join(selects, sql` union `);

// A school may keep posts for a shorter time than the installation. The school is that of the class today.
const postsPastSchools = sql`select post.id from ${schools}
  join ${classes} walled on walled.school_id = ${schools.id}
  join ${communityPosts} post on post.class_id = walled.id
  where ${schools.retentionMonths} > 0 and post.created_at < now() - make_interval(months => ${schools.retentionMonths})`;

// A post that never got its file is an upload that failed long ago, unless somebody is still to prepare it.
const uploadDays = 30;
const isWaiting = sql`exists (
  select from ${mediaRequests} where ${mediaRequests.postId} = ${communityPosts.id} and ${unfinished})`;

/**
 * The ids of the rows to remove for good, by kind: rows that have been in the trash for thirty days, rows whose
 * retention has ended, and the parts of either. An index serves each set.
 */
export function expiredIds({ profiles: profileDays, community: postDays }: Retention): Record<TrashKind, SQL> {
  const inTrash = (table: typeof users | typeof classes | typeof textbooks | typeof lessons | typeof contents) =>
    olderThan(table.deletedAt, trashDays);

  // The database keeps a textbook as long as a class uses it, a deleted class too.
  const expiredBooks = sql`select ${textbooks.id} from ${textbooks} where ${inTrash(textbooks)}
    and not exists (select from ${classes} where ${classes.textbookId} = ${textbooks.id})`;
  const expiredLessons = union(
    sql`select ${lessons.id} from ${lessons} where ${inTrash(lessons)}`,
    sql`select ${lessons.id} from ${lessons} where ${lessons.textbookId} in (${expiredBooks})`,
  );
  const expiredContents = union(
    sql`select ${contents.id} from ${contents} where ${inTrash(contents)}`,
    sql`select ${contents.id} from ${contents} where ${contents.lessonId} in (${expiredLessons})`,
  );
  const expiredItems = union(
    sql`select ${pushAndListenItems.id} from ${pushAndListenItems}
      where ${olderThan(pushAndListenItems.deletedAt, trashDays)}`,
    sql`select ${pushAndListenItems.id} from ${pushAndListenItems}
      where ${pushAndListenItems.contentId} in (${expiredContents})`,
  );
  const expiredClasses = sql`select ${classes.id} from ${classes} where ${inTrash(classes)}`;
  const expiredProfiles = union(
    sql`select ${profiles.id} from ${profiles} where ${olderThan(profiles.deletedAt, trashDays)}`,
    sql`select ${profiles.id} from ${profiles} where ${notSeenFor(profileDays)}`,
  );
  const posts = sql`select ${communityPosts.id} from ${communityPosts} where`;
  const expiredPosts = union(
    sql`${posts} ${olderThan(communityPosts.deletedAt, trashDays)}`,
    sql`${posts} ${olderThan(communityPosts.createdAt, postDays)}`,
    postsPastSchools,
    sql`${posts} ${communityPosts.mediaId} is null and ${olderThan(communityPosts.createdAt, uploadDays)}
      and not ${isWaiting}`,
    sql`${posts} ${communityPosts.classId} in (${expiredClasses})`,
    sql`${posts} ${communityPosts.profileId} in (${expiredProfiles})`,
  );
  return {
    users: sql`select ${users.id} from ${users} where ${inTrash(users)} and not ${users.serviceAccount}`,
    classes: expiredClasses,
    textbooks: expiredBooks,
    lessons: expiredLessons,
    contents: expiredContents,
    push_and_listen_items: expiredItems,
    community_posts: expiredPosts,
    profiles: expiredProfiles,
  };
}

// Whatever a child did later counts as having been seen.
function notSeenFor(days: number): SQL {
  const since = (table: SQL, column: SQL, profileId: SQL) => sql`not exists (
    select from ${table} where ${profileId} = ${profiles.id} and not (${olderThan(column, days)}))`;
  return sql`${olderThan(profiles.lastSeenAt, days)}
    and ${since(sql`${classProfiles}`, sql`${classProfiles.lastSeenAt}`, sql`${classProfiles.profileId}`)}
    and ${since(sql`${communityPosts}`, sql`${communityPosts.createdAt}`, sql`${communityPosts.profileId}`)}
    and ${since(sql`${finishedContents}`, sql`${finishedContents.finishedAt}`, sql`${finishedContents.profileId}`)}
    and ${since(sql`${pageViews}`, sql`${pageViews.startedAt}`, sql`${pageViews.profileId}`)}`;
}
