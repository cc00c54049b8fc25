import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { isOneOf } from './checks.ts';
import { createdAt, instant } from './columns.ts';

/** `tokens` signs JWTs, `refresh` derives successors, `links` signs file paths, `accountLinks` derives mailed tokens. */
export const keyPurposes = ['tokens', 'refresh', 'links', 'accountLinks'] as const;

/** The keys that tokens and links are signed with, several at a time: the newest one signs, each of them verifies. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    /** The `kid` of tokens. */
    id: text('id').primaryKey(),
    purpose: text('purpose', { enum: keyPurposes }).notNull(),
    value: text('value').notNull(),
    /** The time from which a new key signs: every process knows the key by then. */
    signsFrom: instant('signs_from').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('signing_keys_purpose_known', isOneOf(t.purpose, keyPurposes)),
    index('signing_keys_purpose_idx').on(t.purpose, t.signsFrom),
  ],
);
