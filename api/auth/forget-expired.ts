import { lt, sql } from 'drizzle-orm';
import { accountLinks, rateLimits, refreshFamilies } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';

/** Removes sessions and links a month after their end, and attempts that no limit counts any more. */
export const forgetExpired: Task<object> =
  ({ db }) =>
  async () => {
    const monthAgo = sql`now() - interval '30 days'`;
    await db.delete(refreshFamilies).where(lt(refreshFamilies.expiresAt, monthAgo));
    await db.delete(accountLinks).where(lt(accountLinks.expiresAt, monthAgo));
    await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
  };
