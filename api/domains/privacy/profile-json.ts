import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#api/ground/db/client.ts';
import * as tables from '#api/ground/db/schema.ts';
import type { ChildFile } from './child-files.ts';
import { readingPageViews, utcTime } from './page-view-rows.ts';
import { auditOf, postsOf } from './whole-child.ts';

interface Child {
  readonly id: string;
  /** The profile's id and the ids of profiles that were merged into it. */
  readonly ids: SQL;
  readonly files: readonly ChildFile[];
}

/** All rows about a child as JSON; undefined when there is no such profile. */
export async function profileJson(db: Database, { id, ids, files }: Child) {
  const { profiles, devices } = tables;
  const found = await db
    .select()
    .from(profiles)
    .where(sql`${profiles.id} = any(${ids})`);
  const own = found.find((row) => row.id === id);
  if (!own) return undefined;
  const device = own.deviceId === null ? [] : await db.select().from(devices).where(eq(devices.id, own.deviceId));
  const rows = {
    profile: own,
    mergedProfiles: found.filter((row) => row.id !== id),
    device: device.map(({ createdAt, lastSeenAt }) => ({ createdAt, lastSeenAt }))[0] ?? null,
    ...(await storedRows(db, ids, files)),
  };
  return (target: Writable): Promise<void> =>
    readingPageViews({ db, ids, timeOf: utcTime }, (views) => pipeline(Readable.from(textOf(rows, views)), target));
}

async function storedRows(db: Database, ids: SQL, files: readonly ChildFile[]) {
  const { auditLog, classes, classProfiles, communityPostReports, communityReactions, mediaRequests } = tables;
  const { contents, finishedContents, lastOpenedUnits, lessons, removedClassProfiles, studentAlbums, studentSwitches } =
    tables;
  const media = await mediaRows(db, files);
  return {
    classes: await db
      .select({
        id: classes.id,
        className: classes.className,
        joinedAt: classProfiles.joinedAt,
        lastSeenAt: classProfiles.lastSeenAt,
        number: classProfiles.number,
      })
      .from(classProfiles)
      .innerJoin(classes, eq(classes.id, classProfiles.classId))
      .where(sql`${classProfiles.profileId} = any(${ids})`)
      .orderBy(asc(classProfiles.joinedAt)),
    removedFromClasses: await db
      .select({
        id: classes.id,
        className: classes.className,
        joinedAt: removedClassProfiles.joinedAt,
        removedAt: removedClassProfiles.removedAt,
        blocked: removedClassProfiles.blocked,
      })
      .from(removedClassProfiles)
      .innerJoin(classes, eq(classes.id, removedClassProfiles.classId))
      .where(sql`${removedClassProfiles.profileId} = any(${ids})`)
      .orderBy(asc(removedClassProfiles.removedAt)),
    posts: await postRows(db, ids, files),
    media,
    uploads: await db
      .select()
      .from(mediaRequests)
      .where(sql`${mediaRequests.profileId} = any(${ids})`)
      .orderBy(asc(mediaRequests.createdAt)),
    reactionsGiven: await db
      .select()
      .from(communityReactions)
      .where(sql`${communityReactions.profileId} = any(${ids})`)
      .orderBy(asc(communityReactions.createdAt)),
    reportsMade: await db
      .select()
      .from(communityPostReports)
      .where(sql`${communityPostReports.profileId} = any(${ids})`)
      .orderBy(asc(communityPostReports.createdAt)),
    finishedContents: await db
      .select({
        contentId: contents.id,
        content: contents.name,
        unit: lessons.name,
        finishedAt: finishedContents.finishedAt,
      })
      .from(finishedContents)
      .innerJoin(contents, eq(contents.id, finishedContents.contentId))
      .innerJoin(lessons, eq(lessons.id, contents.lessonId))
      .where(sql`${finishedContents.profileId} = any(${ids})`)
      .orderBy(asc(finishedContents.finishedAt), asc(contents.id)),
    lastOpenedUnit: await db
      .select({ unitId: lessons.id, unit: lessons.name, openedAt: lastOpenedUnits.openedAt })
      .from(lastOpenedUnits)
      .innerJoin(lessons, eq(lessons.id, lastOpenedUnits.lessonId))
      .where(sql`${lastOpenedUnits.profileId} = any(${ids})`),
    switches: await db
      .select({ switch: studentSwitches.switch, isOn: studentSwitches.isOn, setAt: studentSwitches.setAt })
      .from(studentSwitches)
      .where(sql`${studentSwitches.profileId} = any(${ids})`)
      .orderBy(asc(studentSwitches.switch), asc(studentSwitches.setAt)),
    // Without the token's hash, which opens nothing.
    albums: await db
      .select({
        id: studentAlbums.id,
        classIds: studentAlbums.classIds,
        state: studentAlbums.state,
        createdAt: studentAlbums.createdAt,
        expiresAt: studentAlbums.expiresAt,
        openedCount: studentAlbums.openedCount,
        lastOpenedAt: studentAlbums.lastOpenedAt,
      })
      .from(studentAlbums)
      .where(sql`${studentAlbums.profileId} = any(${ids})`)
      .orderBy(asc(studentAlbums.createdAt)),
    // Without the actors, since the names of staff are not the child's data.
    staffActions: await db
      .select({
        at: auditLog.at,
        action: auditLog.action,
        entity: auditLog.entity,
        entityId: auditLog.entityId,
        before: auditLog.before,
        after: auditLog.after,
      })
      .from(auditLog)
      .where(auditOf(ids))
      .orderBy(asc(auditLog.at), asc(auditLog.id)),
  };
}

// Posts with the paths of their files in the ZIP, and with the number of reports; the reports' texts belong to others.
async function postRows(db: Database, ids: SQL, files: readonly ChildFile[]) {
  const { communityPostReports, communityPosts, communityReplies, classes, contents, lessons } = tables;
  const pathOf = (mediaId: string | null) => files.find((file) => file.mediaId === mediaId)?.path ?? null;
  const rows = await db
    .select({
      post: communityPosts,
      className: classes.className,
      unit: lessons.name,
      page: contents.name,
      timesReported: sql<number>`(
        select count(*)::int from ${communityPostReports} where ${communityPostReports.postId} = ${communityPosts.id}
      )`,
    })
    .from(communityPosts)
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .leftJoin(lessons, eq(lessons.id, communityPosts.lessonId))
    .leftJoin(contents, eq(contents.id, communityPosts.contentId))
    .where(sql`${communityPosts.profileId} = any(${ids})`)
    .orderBy(asc(communityPosts.createdAt), asc(communityPosts.id));
  const replies = await db
    .select()
    .from(communityReplies)
    .where(sql`${communityReplies.postId} = any(${postsOf(ids)})`)
    .orderBy(asc(communityReplies.createdAt), asc(communityReplies.id));
  return rows.map(({ post, ...about }) => ({
    ...post,
    ...about,
    file: post.mediaId === null ? null : pathOf(post.mediaId),
    smallPicture: post.thumbnailMediaId === null ? null : pathOf(post.thumbnailMediaId),
    // Without the teacher, whose name is not the child's data.
    replies: replies
      .filter(({ postId }) => postId === post.id)
      .map(({ kind, stamp, mediaId, createdAt, seenAt }) => ({
        kind,
        stamp,
        file: pathOf(mediaId),
        createdAt,
        seenAt,
      })),
  }));
}

async function mediaRows(db: Database, files: readonly ChildFile[]) {
  const ids = files.flatMap(({ mediaId }) => mediaId ?? []);
  const rows = await db.select().from(tables.media).where(inArray(tables.media.id, ids));
  return files.map(({ path, mediaId }) => ({ path, ...rows.find((row) => row.id === mediaId) }));
}

async function* textOf(rows: object, views: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(rows, null, 2).slice(0, -2)},\n  "pageViews": [`;
  let between = '\n    ';
  for await (const view of views) {
    yield between + JSON.stringify(view);
    between = ',\n    ';
  }
  yield '\n  ]\n}\n';
}
