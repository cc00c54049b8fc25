import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Attempts counted per key, shared by every API process. Its columns are those rate-limiter-flexible works with. A key is
 * the counter's name with a keyed digest, so that no row tells an IP address or an e-mail (`stored-counter.ts`).
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (t) => [index('rate_limits_expire_idx').on(t.expire)],
);
