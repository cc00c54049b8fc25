import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { id, instant } from './columns.ts';
import { contents } from './contents.ts';
import { profiles } from './students.ts';
import { userId } from './users.ts';

/** The lessons in which tablets follow the board, one for a class. The row goes when the lesson ends. */
export const boardSessions = pgTable(
  'board_sessions',
  {
    id: id(),
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** Counts the pages that were shown. */
    version: integer('version').notNull().default(1),
    startedById: uuid('started_by_id').references(userId, { onDelete: 'set null' }),
    /** When the board was last heard of. */
    seenAt: instant('seen_at').notNull().defaultNow(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [
    uniqueIndex('board_sessions_class_unique').on(t.classId),
    check('board_sessions_version_positive', sql`${t.version} > 0`),
    index('board_sessions_content_idx').on(t.contentId),
    index('board_sessions_started_by_idx')
      .on(t.startedById)
      .where(sql`${t.startedById} is not null`),
  ],
);

/** The students who follow a board, with their reports about one content. */
export const boardFollowers = pgTable(
  'board_followers',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => boardSessions.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** The content that the tablet shows; null for another page. */
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'set null' }),
    heard: boolean('heard').notNull().default(false),
    spoken: boolean('spoken').notNull().default(false),
    finished: boolean('finished').notNull().default(false),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'board_followers_pk', columns: [t.sessionId, t.profileId] }),
    index('board_followers_profile_idx').on(t.profileId),
    index('board_followers_content_idx')
      .on(t.contentId)
      .where(sql`${t.contentId} is not null`),
  ],
);
