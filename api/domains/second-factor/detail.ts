import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
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

/** A person's second step, as that person sees it. */
export async function secondFactorOf(db: Queryable, userId: string): Promise<Omit<SecondFactor, 'demand'>> {
  const factor = await factorOf(db, userId);
  if (!factor) return { on: false, since: null, recoveryCodesLeft: 0 };
  return {
    on: true,
    since: factor.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await codesLeft(db, userId),
  };
}
