import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { lengthChecks } from './checks.ts';
import {
  namesOfChild,
  createdAt,
  editing,
  editingIndexes,
  id,
  instant,
  nameIndex,
  softDeletion,
  trashIndex,
} from './columns.ts';
import { userId } from './users.ts';

/** Draws a child's picture secret; the migration that adds the column defines the function. */
export const newPictures = sql`random_pictures()`;

/** Makes the code of a child's card; the migration that adds the column defines the function. */
export const newCardCode = sql`random_card_code()`;

/** A tablet or browser, known by its long-lived cookie: it gets its profiles back when its storage is gone. */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('devices_token_hash_unique').on(t.tokenHash),
    ...lengthChecks('devices', [[t.tokenHash, 32, 128]]),
    index('devices_last_seen_idx').on(t.lastSeenAt),
  ],
);

/** A student: a name and an animal, chosen on a device. */
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    name: text('name').notNull(),
    animal: text('animal').$type<AnimalName>().notNull(),
    /** The name in kana, which is the sort key of lists; empty when no reading was entered. */
    reading: text('reading').notNull().default(''),
    /** Three different animals, in order: the child's picture secret. The database draws them at random. */
    pictures: text('pictures').array().$type<AnimalName[]>().notNull().default(newPictures),
    /** The secret in the QR code of the child's own card: 144 random bits, drawn by the database. */
    cardCode: text('card_code').notNull().default(newCardCode),
    /**
     * The id in the school's own system. Two schools may use the same id, so a lookup searches the school's classes
     * only.
     */
    externalId: text('external_id'),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    ...editing(userId),
    ...softDeletion(userId),
  },
  (t) => [
    ...lengthChecks('profiles', [
      [t.name, 1, 200],
      [t.animal, 1, 40],
      [t.reading, 0, 80],
      [t.cardCode, 22, 64],
      [t.externalId, 1, 200],
    ]),
    check('profiles_pictures_three', sql`cardinality(${t.pictures}) = 3`),
    uniqueIndex('profiles_card_code_unique').on(t.cardCode),
    index('profiles_external_id_idx')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null`),
    index('profiles_device_idx').on(t.deviceId),
    index('profiles_last_seen_idx').on(t.lastSeenAt),
    // The id is in the index, so that an index-only scan finds the ids of deleted profiles.
    index('profiles_deleted_idx')
      .on(t.deletedAt, t.id)
      .where(sql`${t.deletedAt} is not null`),
    trashIndex('profiles', t, namesOfChild(t)),
    nameIndex('profiles', namesOfChild(t)),
    ...editingIndexes('profiles', t),
  ],
);
