import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

// A key is revoked by hand, or when its owner's role, status or account changes.
const revocationReasons = ['hand', 'role', 'status', 'deletion'] as const;

/** Keys of integrations. Only the hash is stored, and the last four characters, by which people recognise a key. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull(),
    lastFour: text('last_four').notNull(),
    scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
    createdAt: createdAt(),
    /** Null for one that lasts until it is revoked. */
    expiresAt: instant('expires_at'),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason', { enum: revocationReasons }),
    /** Null when it ended with its owner's rights. */
    revokedById: uuid('revoked_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('api_keys_key_hash_unique').on(t.keyHash),
    check('api_keys_reason_known', isOneOf(t.revokedReason, revocationReasons)),
    check('api_keys_ends_for_a_reason', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
    check('api_keys_may_do_something', sql`cardinality(${t.scopes}) > 0`),
    ...lengthChecks('api_keys', [
      [t.name, 1, 100],
      [t.keyHash, 64, 64],
      [t.lastFour, 4, 4],
    ]),
    index('api_keys_owner_idx').on(t.ownerId, t.createdAt),
    index('api_keys_created_idx').on(t.createdAt, t.id),
    index('api_keys_revoked_by_idx').on(t.revokedById),
  ],
);
