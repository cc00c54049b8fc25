import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

/** The passkeys (WebAuthn credentials) that people sign in with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's own id, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. It is public: who reads it signs nothing. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's counter of signatures, which never decreases; 0 for an authenticator without one. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Whether the passkey is synced to the person's other devices. */
    synced: boolean('synced').notNull().default(false),
    name: text('name').notNull().default(''),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    ...lengthChecks('passkeys', [
      [t.credentialId, 1, 1364],
      [t.publicKey, 1, 4000],
      [t.name, 0, 100],
    ]),
    index('passkeys_user_idx').on(t.userId),
  ],
);

export const passkeyPurposes = ['add', 'sign-in'] as const;

/** Challenges of passkeys that are not answered yet. An answer deletes its challenge, so each is used once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: passkeyPurposes }).notNull(),
    /** The user whose answer the challenge accepts; null where the passkey names the user. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('passkey_challenges_purpose_known', isOneOf(t.purpose, passkeyPurposes)),
    ...lengthChecks('passkey_challenges', [[t.hash, 64, 64]]),
    index('passkey_challenges_user_idx').on(t.userId),
    index('passkey_challenges_expires_idx').on(t.expiresAt),
  ],
);
