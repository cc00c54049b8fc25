import { and, isNull, lt, sql } from 'drizzle-orm';
import {
  accountLinks,
  passkeyChallenges,
  providerLogins,
  rateLimits,
  refreshFamilies,
  secondFactors,
  signInPlaces,
} from '#api/ground/db/schema.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';

export const forgetExpired = declareClockJob('forgetExpired');

/** Deletes sessions and links 30 days after their expiry, places after 400 days without a sign-in, as browsers delete cookies, second steps that nobody confirmed, challenges and sign-ins at providers that nobody answered, and expired rate-limit counters. */
export async function forgetExpiredAccess({ db }: Uses<'db'>): Promise<void> {
  const monthAgo = sql`now() - interval '30 days'`;
  await db.delete(refreshFamilies).where(lt(refreshFamilies.expiresAt, monthAgo));
  await db.delete(accountLinks).where(lt(accountLinks.expiresAt, monthAgo));
  await db.delete(signInPlaces).where(lt(signInPlaces.lastUsedAt, sql`now() - interval '400 days'`));
  const begunYesterday = lt(secondFactors.createdAt, sql`now() - interval '1 day'`);
  await db.delete(secondFactors).where(and(isNull(secondFactors.confirmedAt), begunYesterday));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
  await db.delete(providerLogins).where(lt(providerLogins.expiresAt, sql`now()`));
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
