import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

const linkPurposes = ['invitation', 'reset', 'email'] as const;

/** The mailed links that let somebody set a password or confirm an e-mail. Only the token's hash is kept; a used or voided link is dead. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The new e-mail that the link confirms, and goes to. */
    email: text('email'),
    /** The member of staff who asked for it, or null when the user did. */
    requestedById: uuid('requested_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    voidedAt: instant('voided_at'),
  },
  (t) => [
    uniqueIndex('account_links_token_hash_unique').on(t.tokenHash),
    // A new link voids the old one of its purpose, also when two are asked for at once.
    uniqueIndex('account_links_live_unique')
      .on(t.userId, t.purpose)
      .where(sql`${t.usedAt} is null and ${t.voidedAt} is null`),
    check('account_links_purpose_known', isOneOf(t.purpose, linkPurposes)),
    check('account_links_email_known', sql`(${t.purpose} = 'email') = (${t.email} is not null)`),
    check('account_links_ends_once', sql`${t.usedAt} is null or ${t.voidedAt} is null`),
    ...lengthChecks('account_links', [
      [t.tokenHash, 32, 128],
      [t.email, 3, 254],
    ]),
    index('account_links_user_idx').on(t.userId, t.createdAt),
    index('account_links_requested_by_idx').on(t.requestedById),
    index('account_links_expires_idx').on(t.expiresAt),
  ],
);

/** A sign-in, from login to log out: every refresh token that came of it. Its id is the `sid` of access tokens. */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** "Remember me" was ticked. */
    remembered: boolean('remembered').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Why it ended early, for the log: logout, reuse, password, email, role, status, deletion, second-factor. */
    revokedReason: text('revoked_reason'),
    /**
     * The origin of the session for its owner's list: system, browser, and the network (/24 or /48). Null in older
     * sessions.
     */
    os: text('os'),
    browser: text('browser'),
    network: text('network'),
  },
  (t) => [
    ...lengthChecks('refresh_families', [
      [t.revokedReason, 1, 40],
      [t.os, 1, 100],
      [t.browser, 1, 100],
      [t.network, 1, 45],
    ]),
    index('refresh_families_user_idx').on(t.userId),
    index('refresh_families_expires_idx').on(t.expiresAt),
  ],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** The token that was exchanged for this one; null for the first token of a session. */
    parentId: uuid('parent_id').references((): AnyPgColumn => refreshTokens.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** The time of the exchange. A second use of the token, after its successor has been used, ends the family. */
    usedAt: instant('used_at'),
    /** When a request first brought the access token that came with it: the pair has arrived. */
    seenAt: instant('seen_at'),
  },
  (t) => [
    uniqueIndex('refresh_tokens_token_hash_unique').on(t.tokenHash),
    // One successor per token, however many tabs ask at once.
    uniqueIndex('refresh_tokens_parent_unique').on(t.parentId),
    ...lengthChecks('refresh_tokens', [[t.tokenHash, 32, 128]]),
    index('refresh_tokens_family_idx').on(t.familyId),
    index('refresh_tokens_expires_idx').on(t.expiresAt),
  ],
);

/** Devices and networks where a person has signed in. Wrong passwords from elsewhere do not count there. */
export const signInPlaces = pgTable(
  'sign_in_places',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device's cookie, or of the network's address. */
    placeHash: text('place_hash').notNull(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'sign_in_places_pk', columns: [t.userId, t.placeHash] }),
    ...lengthChecks('sign_in_places', [[t.placeHash, 64, 64]]),
    index('sign_in_places_last_used_idx').on(t.lastUsedAt),
    // Whether any account knows a device (domains/auth/begin-limits.ts).
    index('sign_in_places_place_idx').on(t.placeHash),
  ],
);
