import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { communityPosts } from './community.ts';
import { profiles } from './students.ts';

const requestStates = ['pending', 'processing', 'ready', 'rejected'] as const;

/** An upload that becomes a post's media; `Community/media-status` reports its state. */
export const mediaRequests = pgTable(
  'media_requests',
  {
    id: id(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    // A rejected upload's post goes, its answer stays.
    postId: uuid('post_id').references(() => communityPosts.id, { onDelete: 'set null' }),
    state: text('state', { enum: requestStates }).notNull().default('pending'),
    /** Why it was rejected: a key of `locales`. */
    messageKey: text('message_key'),
    /** The file as it was sent, in storage until it has been prepared. */
    sourceKey: text('source_key'),
    /** The size of the source in bytes. An upload in progress counts as used space. */
    sourceSize: bigint('source_size', { mode: 'number' }).notNull().default(0),
    /** A small picture that the device made along with it. */
    thumbnailSourceKey: text('thumbnail_source_key'),
    fileName: text('file_name').notNull().default('file'),
    /** Made by the device for one upload: sent again after a lost answer, it finds the same request. */
    clientId: uuid('client_id'),
    attempts: integer('attempts').notNull().default(0),
    /** The end of the worker's lease while processing; after it, another worker takes the job. */
    lockedUntil: instant('locked_until'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('media_requests_source_key_unique').on(t.sourceKey),
    uniqueIndex('media_requests_thumbnail_source_key_unique').on(t.thumbnailSourceKey),
    uniqueIndex('media_requests_client_unique').on(t.profileId, t.clientId),
    check('media_requests_state_known', isOneOf(t.state, requestStates)),
    check('media_requests_attempts_from_zero', sql`${t.attempts} >= 0`),
    check('media_requests_rejected_with_reason', sql`(${t.state} = 'rejected') = (${t.messageKey} is not null)`),
    check('media_requests_source_size_from_zero', sql`${t.sourceSize} >= 0`),
    ...lengthChecks('media_requests', [
      [t.thumbnailSourceKey, 1, 500],
      [t.fileName, 1, 255],
      [t.messageKey, 1, 100],
      [t.sourceKey, 1, 500],
    ]),
    index('media_requests_open_idx')
      .on(t.createdAt)
      .where(sql`${t.state} in ('pending', 'processing')`),
    index('media_requests_profile_idx').on(t.profileId, t.createdAt),
    index('media_requests_post_idx').on(t.postId),
  ],
);
