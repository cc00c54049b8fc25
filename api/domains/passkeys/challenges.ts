import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { passkeyChallenges, type passkeyPurposes } from '#api/ground/db/schema.ts';

interface Purpose {
  readonly purpose: (typeof passkeyPurposes)[number];
  /** The user whose answer the challenge accepts; null where the passkey names the user. */
  readonly userId: string | null;
}

/** Makes a challenge of 256 random bits for one answer within 10 minutes. */
export async function newPasskeyChallenge(db: Queryable, { purpose, userId }: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = sql`now() + interval '10 minutes'`;
  await db.insert(passkeyChallenges).values({ hash: hashOf(challenge), purpose, userId, expiresAt });
  return challenge;
}

const clientData = z.object({ challenge: z.string().max(200) });

/**
 * The challenge that a browser's answer is to, which no other answer can use afterwards; undefined for one that is over,
 * used, of another purpose or of somebody else.
 */
export async function spendChallenge(
  db: Queryable,
  answer: string,
  { purpose, userId }: Purpose,
): Promise<string | undefined> {
  const challenge = challengeIn(answer);
  if (challenge === undefined) return undefined;
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashOf(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  return spent.length === 1 ? challenge : undefined;
}

function challengeIn(answer: string): string | undefined {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(answer, 'base64url').toString('utf8'))).data?.challenge;
  } catch {
    return undefined;
  }
}
