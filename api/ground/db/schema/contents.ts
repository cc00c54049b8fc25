import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ContentType } from '#schema/rest/enumerations.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import {
  changesIndex,
  editing,
  editingIndexes,
  id,
  instant,
  searchIndex,
  searchText,
  softDeletion,
  trashIndex,
} from './columns.ts';
import { media } from './media.ts';
import { lessons } from './textbooks.ts';
import { userId } from './users.ts';

/** The content that a printed page's code opens. `schema/rules` defines which fields a type needs. */
export const contents = pgTable(
  'contents',
  {
    id: id(),
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    hashCode: text('hash_code').notNull(),
    type: smallint('type').$type<ContentType>().notNull(),
    position: integer('position').notNull(),
    pageNumber: integer('page_number').notNull(),
    pageImageMediaId: uuid('page_image_media_id').references(() => media.id, { onDelete: 'restrict' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    youtubeLink: text('youtube_link'),
    wordwallLink: text('wordwall_link'),
    /** The model sound of Record and Music. */
    audioMediaId: uuid('audio_media_id').references(() => media.id, { onDelete: 'restrict' }),
    publishedAt: instant('published_at'),
    searchText: searchText(),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    uniqueIndex('contents_hash_code_unique').on(t.hashCode),
    check('contents_type_known', isOneOf(t.type, Object.values(ContentType))),
    check('contents_position_from_zero', sql`${t.position} >= 0`),
    check('contents_page_number_from_one', sql`${t.pageNumber} >= 1`),
    ...lengthChecks('contents', [
      [t.hashCode, 22, 64],
      [t.name, 1, 200],
      [t.description, 0, 5000],
      [t.youtubeLink, 1, 2048],
      [t.wordwallLink, 1, 2048],
    ]),
    index('contents_lesson_idx').on(t.lessonId, t.position, t.id),
    index('contents_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    index('contents_page_image_media_idx').on(t.pageImageMediaId),
    index('contents_audio_media_idx').on(t.audioMediaId),
    searchIndex('contents', t),
    trashIndex('contents', t, t.name),
    ...editingIndexes('contents', t),
    changesIndex('contents', t),
  ],
);

/** A word with its sound, and where on the page picture it is: percent of its width and height, or nowhere. */
export const pushAndListenItems = pgTable(
  'push_and_listen_items',
  {
    id: id(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    audioMediaId: uuid('audio_media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'restrict' }),
    fileName: text('file_name').notNull(),
    position: integer('position').notNull(),
    spotX: doublePrecision('spot_x'),
    spotY: doublePrecision('spot_y'),
    spotWidth: doublePrecision('spot_width'),
    spotHeight: doublePrecision('spot_height'),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    check('push_and_listen_items_position_from_zero', sql`${t.position} >= 0`),
    check(
      'push_and_listen_items_spot_whole',
      sql`num_nulls(${t.spotX}, ${t.spotY}, ${t.spotWidth}, ${t.spotHeight}) in (0, 4)`,
    ),
    // The sum of two rounded percentages may exceed 100 by a hundredth.
    check(
      'push_and_listen_items_spot_on_page',
      sql`${t.spotX} >= 0 and ${t.spotY} >= 0 and ${t.spotWidth} > 0 and ${t.spotHeight} > 0
        and ${t.spotX} + ${t.spotWidth} <= 100.01 and ${t.spotY} + ${t.spotHeight} <= 100.01`,
    ),
    ...lengthChecks('push_and_listen_items', [
      [t.name, 1, 200],
      [t.fileName, 1, 255],
    ]),
    index('push_and_listen_items_content_idx').on(t.contentId, t.position, t.id),
    index('push_and_listen_items_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    index('push_and_listen_items_audio_media_idx').on(t.audioMediaId),
    trashIndex('push_and_listen_items', t, t.name),
    ...editingIndexes('push_and_listen_items', t),
  ],
);
