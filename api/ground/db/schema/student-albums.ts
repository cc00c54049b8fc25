import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { schools } from './schools.ts';
import { profiles } from './students.ts';
import { userId } from './users.ts';

const states = ['waiting', 'running', 'done', 'failed'] as const;

/** A child's works in two files for its family. The row and the files go when the family's link ends. */
export const studentAlbums = pgTable(
  'student_albums',
  {
    id: id(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    schoolId: uuid('school_id')
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** The classes whose works it has. The link ends with the first of them. */
    classIds: uuid('class_ids').array().notNull(),
    /** The posts whose works it has. Empty until the album is made, and for albums of versions without this column. */
    workIds: uuid('work_ids').array().notNull().default([]),
    madeById: uuid('made_by_id').references(userId, { onDelete: 'set null' }),
    state: text('state', { enum: states }).notNull().default('waiting'),
    percent: smallint('percent').notNull().default(0),
    days: smallint('days').notNull(),
    /** The hash of the token in the family's link; the token is made of the id and a key of ours. */
    tokenHash: text('token_hash').notNull(),
    /** The storage keys of the files are this key with `.pdf` and `.zip`. */
    storageKey: text('storage_key').notNull(),
    pdfSize: bigint('pdf_size', { mode: 'number' }),
    zipSize: bigint('zip_size', { mode: 'number' }),
    openedCount: integer('opened_count').notNull().default(0),
    lastOpenedAt: instant('last_opened_at'),
    createdAt: createdAt(),
    /** Null until it is done. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    check('student_albums_state_known', isOneOf(t.state, states)),
    check('student_albums_percent_range', isBetween(t.percent, 0, 100)),
    check('student_albums_days_range', isBetween(t.days, 1, 30)),
    check('student_albums_classes_one_or_more', sql`cardinality(${t.classIds}) between 1 and 20`),
    check(
      'student_albums_done_is_whole',
      sql`${t.state} <> 'done' or (${t.pdfSize} > 0 and ${t.zipSize} > 0 and ${t.expiresAt} is not null)`,
    ),
    ...lengthChecks('student_albums', [
      [t.tokenHash, 64, 64],
      [t.storageKey, 8, 120],
    ]),
    uniqueIndex('student_albums_token_hash_unique').on(t.tokenHash),
    uniqueIndex('student_albums_storage_key_unique').on(t.storageKey),
    // One album of a school is made at a time.
    uniqueIndex('student_albums_running_unique')
      .on(t.schoolId)
      .where(sql`${t.state} in ('waiting', 'running')`),
    index('student_albums_profile_idx').on(t.profileId),
    index('student_albums_school_idx').on(t.schoolId),
    index('student_albums_made_by_idx').on(t.madeById),
  ],
);
