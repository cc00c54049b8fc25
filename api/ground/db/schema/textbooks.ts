import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { foldedShortCode } from '../short-code.ts';
import { lengthChecks } from './checks.ts';
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
import { userId } from './users.ts';

// A picture or sound that a page shows cannot be removed: its row goes first.
const mediaReference = (name: string) => uuid(name).references(() => media.id, { onDelete: 'restrict' });

export const textbooks = pgTable(
  'textbooks',
  {
    id: id(),
    name: text('name').notNull(),
    shortCode: text('short_code').notNull(),
    description: text('description').notNull().default(''),
    thumbnailMediaId: mediaReference('thumbnail_media_id'),
    hashCode: text('hash_code').notNull(),
    /** Null is a draft, which students never see. */
    publishedAt: instant('published_at'),
    /** In the school's own system. */
    externalId: text('external_id'),
    searchText: searchText(),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    uniqueIndex('textbooks_external_id_unique')
      .on(t.externalId)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('textbooks_hash_code_unique').on(t.hashCode),
    uniqueIndex('textbooks_short_code_unique')
      .on(foldedShortCode(t.shortCode))
      .where(sql`${t.deletedAt} is null`),
    ...lengthChecks('textbooks', [
      [t.name, 1, 200],
      [t.shortCode, 1, 40],
      [t.description, 0, 5000],
      [t.hashCode, 22, 64],
      [t.externalId, 1, 200],
    ]),
    index('textbooks_name_idx')
      .on(sql`lower(${t.name})`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('textbooks_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('textbooks_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    index('textbooks_thumbnail_media_idx').on(t.thumbnailMediaId),
    searchIndex('textbooks', t),
    trashIndex('textbooks', t, t.name),
    ...editingIndexes('textbooks', t),
    changesIndex('textbooks', t),
  ],
);

/** The units of a textbook, in the order of `position`; `number` is the printed one. */
export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    textbookId: uuid('textbook_id')
      .notNull()
      .references(() => textbooks.id, { onDelete: 'cascade' }),
    hashCode: text('hash_code').notNull(),
    position: integer('position').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    languageFocus: text('language_focus').notNull(),
    phonics: text('phonics').notNull(),
    publishedAt: instant('published_at'),
    searchText: searchText(),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    uniqueIndex('lessons_hash_code_unique').on(t.hashCode),
    check('lessons_position_from_zero', sql`${t.position} >= 0`),
    check('lessons_number_from_zero', sql`${t.number} >= 0`),
    ...lengthChecks('lessons', [
      [t.hashCode, 22, 64],
      [t.title, 1, 200],
      [t.name, 1, 200],
      [t.description, 0, 5000],
      [t.languageFocus, 1, 1000],
      [t.phonics, 1, 1000],
    ]),
    index('lessons_textbook_idx').on(t.textbookId, t.position, t.id),
    index('lessons_deleted_idx')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    searchIndex('lessons', t),
    trashIndex('lessons', t, t.name),
    ...editingIndexes('lessons', t),
    changesIndex('lessons', t),
  ],
);
