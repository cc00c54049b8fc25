import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, searchIndex, searchText } from './columns.ts';
import { profiles } from './students.ts';
import { userId } from './users.ts';

const mediaKinds = ['image', 'video', 'audio'] as const;
const mediaPurposes = ['teaching', 'community'] as const;

/** A stored file, checked and ready to be served. Community media are children's personal data. */
export const media = pgTable(
  'media',
  {
    id: id(),
    kind: text('kind', { enum: mediaKinds }).notNull(),
    purpose: text('purpose', { enum: mediaPurposes }).notNull(),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    byteSize: bigint('byte_size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** The name the uploader gave it, for downloads and the audio list. */
    fileName: text('file_name').notNull(),
    /** The hash of the stored bytes, in hexadecimal. */
    sha256: text('sha256').notNull(),
    uploadedById: uuid('uploaded_by_id').references(userId, { onDelete: 'set null' }),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('media_storage_key_unique').on(t.storageKey),
    check('media_kind_known', isOneOf(t.kind, mediaKinds)),
    check('media_purpose_known', isOneOf(t.purpose, mediaPurposes)),
    check('media_byte_size_from_one', sql`${t.byteSize} >= 1`),
    check('media_size_positive', sql`${t.width} > 0 and ${t.height} > 0`),
    check('media_duration_within_day', isBetween(t.durationMs, 0, 86_400_000)),
    check('media_sha256_form', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    ...lengthChecks('media', [
      [t.storageKey, 1, 500],
      [t.contentType, 3, 100],
      [t.fileName, 1, 255],
    ]),
    index('media_list_idx').on(t.purpose, t.kind, t.createdAt, t.id),
    index('media_uploaded_by_idx').on(t.uploadedById),
    index('media_profile_idx').on(t.profileId),
    searchIndex('media', t),
  ],
);
