import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { recoveryCodes, secondFactors } from '#api/ground/db/schema.ts';
import type { SecondFactor } from '#schema/rest/second-factor.ts';
import type { Factor } from './codes.ts';

/** A person's confirmed second step; undefined when a sign-in asks for none. */
export async function factorOf(db: Queryable, userId: string): Promise<Factor | undefined> {
  const [factor] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return factor;
}

/** The unused recovery codes of a person. */
export async function codesLeft(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

const factorWithCodes = preparedQuery(['userId'], (db: Queryable, { userId }) =>
  db
    .select({
      since: instantText(secondFactors.confirmedAt),
      recoveryCodesLeft: sql<number>`(select count(*)::int from recovery_codes code
        where code.user_id = second_factors.user_id and code.used_at is null)`,
    })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))),
);

/** A person's second step, as that person sees it. */
export async function secondFactorOf(db: Queryable, userId: string): Promise<Omit<SecondFactor, 'demand'>> {
  const [factor] = await factorWithCodes(db, { userId });
  return factor ? { on: true, ...factor } : { on: false, since: null, recoveryCodesLeft: 0 };
}
