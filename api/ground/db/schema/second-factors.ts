import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

/** The authenticator app (TOTP) that a person signs in with beside the password. It counts once it is confirmed. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The app's secret, encrypted: the id of the key, a dot, and base64url of nonce, ciphertext and tag. */
    sealedSecret: text('sealed_secret').notNull(),
    createdAt: createdAt(),
    /** When the first code was typed; null while it is being set up. */
    confirmedAt: instant('confirmed_at'),
    /** The time step of the last accepted code: no code is accepted twice. */
    lastStep: integer('last_step'),
  },
  (t) => [...lengthChecks('second_factors', [[t.sealedSecret, 40, 400]])],
);

/** The codes for a lost app, each of which works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** argon2id. */
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (t) => [...lengthChecks('recovery_codes', [[t.codeHash, 32, 200]]), index('recovery_codes_user_idx').on(t.userId)],
);
