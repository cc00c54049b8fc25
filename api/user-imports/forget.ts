import { lt, sql } from 'drizzle-orm';
import { userImports } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';

/** Removes imports a month after they came: their rows hold names and addresses of people who may have left. */
export const forgetImports: Task<object> =
  ({ db }) =>
  async () => {
    await db.delete(userImports).where(lt(userImports.createdAt, sql`now() - interval '30 days'`));
  };
