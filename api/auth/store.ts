import { and, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';

/** The account that somebody signs in as: by e-mail when it holds an @, else by username. Case makes no difference. */
export async function findAccount(db: Queryable, emailOrUsername: string) {
  const column = emailOrUsername.includes('@') ? users.email : users.username;
  const [account] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${column}) = lower(${emailOrUsername})`, isNull(users.deletedAt)));
  return account;
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
