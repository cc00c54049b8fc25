import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { repliesTo } from '#api/domains/replies/detail.ts';
import { ownClasses, type Viewer } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classes,
  communityPostReports,
  communityPosts,
  contents,
  lessons,
  media,
  profiles,
  users,
} from '#api/ground/db/schema.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ModeratedPost } from '#schema/rest/moderation.ts';

const file = alias(media, 'file');
const card = alias(media, 'card');

/** Posts that a member of staff may moderate: not deleted, of a visible class, of a profile that is not deleted. */
export const moderatableBy = (caller: Viewer): SQL | undefined =>
  and(isNull(communityPosts.deletedAt), isNull(profiles.deletedAt), visibleTo(caller));

/**
 * The same posts for counting, without joins: few profiles and classes are deleted, and an index finds those; a join would
 * look up the others one by one.
 */
export const countableBy = (caller: Viewer): SQL | undefined =>
  and(
    isNull(communityPosts.deletedAt),
    isNotNull(communityPosts.mediaId),
    isNotDeleted(profiles, communityPosts.profileId),
    ownClasses(caller) === undefined
      ? isNotDeleted(classes, communityPosts.classId)
      : sql`${communityPosts.classId} in (select ${classes.id} from ${classes} where ${visibleTo(caller)})`,
  );

// The foreign key guarantees that the row exists, so only deleted rows must be excluded.
const isNotDeleted = (table: typeof profiles | typeof classes, id: PgColumn): SQL =>
  sql`not exists (select from ${table} where ${table.id} = ${id} and ${table.deletedAt} is not null)`;

// The oldest first.
const openReports = sql<ModeratedPost['reports']>`(
  select coalesce(json_agg(json_build_object(
    'id', report.id, 'reason', report.reason, 'displayName', reporter.name, 'createdAt', report.created_at
  ) order by report.created_at, report.id), '[]')
  from ${communityPostReports} report left join ${profiles} reporter on reporter.id = report.profile_id
  where report.post_id = ${communityPosts.id} and report.resolved_at is null
)`;

/** Posts with everything that is one to a row; the condition must contain `moderatableBy`. */
export const selectPosts = (db: Queryable) =>
  db
    .select({
      post: {
        id: communityPosts.id,
        classId: communityPosts.classId,
        profileId: communityPosts.profileId,
        kind: communityPosts.kind,
        title: communityPosts.title,
        state: communityPosts.state,
        likeCount: communityPosts.likeCount,
        heartCount: communityPosts.heartCount,
        decidedAt: communityPosts.decidedAt,
        version: communityPosts.version,
        createdAt: communityPosts.createdAt,
      },
      displayName: profiles.name,
      animal: profiles.animal,
      class: { id: classes.id, classCode: classes.classCode, className: classes.className },
      unit: { id: lessons.id, number: lessons.number, name: lessons.name },
      content: { id: contents.id, type: contents.type, pageNumber: contents.pageNumber, name: contents.name },
      file: { id: file.id, fileName: file.fileName },
      card: { id: card.id, fileName: card.fileName },
      decidedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      reports: openReports,
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .innerJoin(file, eq(file.id, communityPosts.mediaId))
    .leftJoin(card, eq(card.id, communityPosts.thumbnailMediaId))
    .leftJoin(lessons, eq(lessons.id, communityPosts.lessonId))
    .leftJoin(contents, and(eq(contents.id, communityPosts.contentId), isNull(contents.deletedAt)))
    .leftJoin(users, eq(users.id, communityPosts.decidedById))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectPosts>>[number];

/** Posts in the contract's shape; one more query for any number of rows. */
export async function moderatedPosts(
  { db, links }: Uses<'db' | 'links'>,
  rows: readonly Row[],
): Promise<ModeratedPost[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ post }) => post.id);
  const replies = await repliesTo(db, ids, (mediaId, fileName) => links.staffMedia(mediaId, fileName));
  return rows.map((row) => ({
    id: row.post.id,
    kind: row.post.kind,
    title: row.post.title,
    studentId: row.post.profileId,
    displayName: row.displayName,
    animal: row.animal,
    class: row.class,
    unit: row.unit,
    content: row.content,
    state: row.post.state,
    ...linksOf(row, links),
    likeCount: row.post.likeCount,
    heartCount: row.post.heartCount,
    // In PostgreSQL's JSON, times are text in another form than ISO 8601.
    reports: row.reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt).toISOString() })),
    replies: [...(replies.get(row.post.id) ?? [])],
    decidedBy: row.decidedBy,
    decidedAt: row.post.decidedAt?.toISOString() ?? null,
    version: row.post.version,
    createdAt: row.post.createdAt.toISOString(),
  }));
}

function linksOf({ post: { kind }, file, card }: Row, links: SignedLinks) {
  const link = links.staffMedia(file.id, file.fileName);
  return {
    image: kind === 'image' ? link : null,
    recording: kind === 'record' ? link : null,
    video: kind === 'video' ? link : null,
    thumbnail: card
      ? links.staffMedia(card.id, card.fileName)
      : kind === 'image'
        ? links.staffSmallPicture(file.id, file.fileName)
        : null,
  };
}
