import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { stamps } from '#schema/rules/replies.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { classes } from './classes.ts';
import { createdAt, editing, editingIndexes, id, instant, softDeletion } from './columns.ts';
import { contents } from './contents.ts';
import { media } from './media.ts';
import { profiles } from './students.ts';
import { lessons } from './textbooks.ts';
import { userId } from './users.ts';

const postKinds = ['image', 'video', 'record'] as const;
const postStates = ['pending', 'approved', 'hidden'] as const;

/** A child's picture, video or voice on a class's wall. It shows once it has its file and is approved. */
export const communityPosts = pgTable(
  'community_posts',
  {
    id: id(),
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    // A child's work outlives the unit it was made for.
    lessonId: uuid('lesson_id').references(() => lessons.id, { onDelete: 'set null' }),
    /** The page that a recording was made at; null where the device did not say. */
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'set null' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: postKinds }).notNull(),
    title: text('title').notNull().default(''),
    /** Null until the upload has been prepared. */
    mediaId: uuid('media_id').references(() => media.id, { onDelete: 'restrict' }),
    thumbnailMediaId: uuid('thumbnail_media_id').references(() => media.id, { onDelete: 'restrict' }),
    state: text('state', { enum: postStates }).notNull().default('pending'),
    decidedById: uuid('decided_by_id').references(userId, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    /** How many profiles gave each type: the sums of `community_reactions`, kept with them in one transaction. */
    likeCount: integer('like_count').notNull().default(0),
    heartCount: integer('heart_count').notNull().default(0),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    check('community_posts_kind_known', isOneOf(t.kind, postKinds)),
    check('community_posts_state_known', isOneOf(t.state, postStates)),
    check('community_posts_counts_from_zero', sql`${t.likeCount} >= 0 and ${t.heartCount} >= 0`),
    ...lengthChecks('community_posts', [[t.title, 0, 200]]),
    index('community_posts_wall_idx')
      .on(t.classId, t.lessonId, t.createdAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('community_posts_queue_idx')
      .on(t.classId, t.createdAt, t.id)
      .where(sql`${t.state} = 'pending' and ${t.deletedAt} is null`),
    // For administrators, who moderate all classes. It holds the ids of child and class, so that a count reads the index
    // alone.
    index('community_posts_waiting_idx')
      .on(t.createdAt, t.id, t.profileId, t.classId)
      .where(sql`${t.state} = 'pending' and ${t.deletedAt} is null and ${t.mediaId} is not null`),
    index('community_posts_class_idx').on(t.classId),
    index('community_posts_created_idx').on(t.createdAt),
    index('community_posts_lesson_idx').on(t.lessonId),
    index('community_posts_content_idx')
      .on(t.contentId)
      .where(sql`${t.contentId} is not null`),
    index('community_posts_profile_idx').on(t.profileId, t.createdAt),
    index('community_posts_decided_by_idx').on(t.decidedById),
    index('community_posts_media_idx').on(t.mediaId),
    index('community_posts_thumbnail_media_idx').on(t.thumbnailMediaId),
    index('community_posts_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    ...editingIndexes('community_posts', t),
  ],
);

/** A profile's reactions to a post: one of each type. */
export const communityReactions = pgTable(
  'community_reactions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    type: smallint('type').$type<ReactionType>().notNull(),
    /** One. Servers before 0025 added each tap. */
    count: integer('count').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'community_reactions_pk', columns: [t.postId, t.profileId, t.type] }),
    check('community_reactions_type_known', isOneOf(t.type, Object.values(ReactionType))),
    check('community_reactions_count_from_one', sql`${t.count} >= 1`),
    index('community_reactions_profile_idx').on(t.profileId),
  ],
);

const replyKinds = ['stamp', 'voice'] as const;

/** The staff's replies to a child's post: one stamp and one voice, which only that child sees. */
export const communityReplies = pgTable(
  'community_replies',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: replyKinds }).notNull(),
    stamp: text('stamp', { enum: stamps }),
    mediaId: uuid('media_id').references(() => media.id, { onDelete: 'restrict' }),
    repliedById: uuid('replied_by_id').references(userId, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When the child opened its work; null while the reply is new. */
    seenAt: instant('seen_at'),
  },
  (t) => [
    uniqueIndex('community_replies_kind_unique').on(t.postId, t.kind),
    check('community_replies_kind_known', isOneOf(t.kind, replyKinds)),
    check('community_replies_stamp_known', isOneOf(t.stamp, stamps)),
    check(
      'community_replies_one_of_both',
      sql`(${t.kind} = 'stamp') = (${t.stamp} is not null)
      and (${t.kind} = 'voice') = (${t.mediaId} is not null)`,
    ),
    index('community_replies_media_idx').on(t.mediaId),
    index('community_replies_replied_by_idx').on(t.repliedById),
  ],
);

/** A post that a student asked staff to look at; once per profile. */
export const communityPostReports = pgTable(
  'community_post_reports',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    resolvedAt: instant('resolved_at'),
    resolvedById: uuid('resolved_by_id').references(userId, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('community_post_reports_profile_unique').on(t.postId, t.profileId),
    ...lengthChecks('community_post_reports', [[t.reason, 0, 1000]]),
    index('community_post_reports_open_idx')
      .on(t.createdAt)
      .where(sql`${t.resolvedAt} is null`),
    index('community_post_reports_profile_idx').on(t.profileId),
    index('community_post_reports_resolved_by_idx').on(t.resolvedById),
  ],
);
