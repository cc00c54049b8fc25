import { like, or } from 'drizzle-orm';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { rateLimits } from '#api/ground/db/schema.ts';
import { networkOf } from '#api/ground/http/network.ts';
import { proofNeeded, tooManyRequests } from '#api/ground/http/problems.ts';
import { consume, type CountedAttempt, createCounter, storedKey } from '#api/ground/http/stored-counter.ts';
import type { Uses } from '#api/ground/services.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import type { Place } from './places.ts';
import { createSignInProofs } from './sign-in-proof.ts';

/** A sign-in attempt: the account's id or a hash of an unknown name, the client's address, and its place. */
interface Attempt {
  readonly account: string;
  readonly address: string;
  readonly place: Place;
  /** A code after a right password; absent, a password. */
  readonly step?: 'code';
  /** The answer to an earlier refusal. */
  readonly proof?: SignInProof | null | undefined;
}

/** The result of an attempt's check before the password is verified. */
export interface Admission {
  /** The attempt has a valid proof of work, which lets it pass the limits. */
  readonly proven: boolean;
}

/**
 * Limits failed sign-ins, counted in the database for all API processes: 5 in 15 minutes per account and place, 20 in 15
 * minutes per account from all unknown places together, and 60 a minute per network unless the device is known. From the
 * second failure of a stranger's network on, the next try waits 1, 2, 4 seconds. Past a limit nobody is locked out: each
 * try needs a proof of work, which grows with the failures, so that the owner gets in from any device and network during
 * an attack. An attempt counts before the password is verified and is given back when it is right: simultaneous guesses
 * cannot pass together, and a school that signs in at eight o'clock needs no proofs. Wrong codes of the second step count as
 * wrong passwords, and past any proof 30 a day per account from each known place and from all unknown places together:
 * three of a million codes are right at a time, and the password is known by then. The count of a known device is its
 * own, so that nobody else can use it up; a new password by mail resets all counts.
 */
export interface LoginLimits {
  /** Answers 429 with a challenge when a limit is used up and the attempt has no proof, without counting. */
  admit(attempt: Attempt): Promise<Admission>;
  /** Counts the attempt; answers 429 past the limit unless it is proven. */
  take(attempt: Attempt, admission: Admission): Promise<void>;
  /** After a wrong password or code. The attempt stays counted, and the next try of a stranger's place waits. */
  failed(attempt: Attempt): Promise<void>;
  /** After a right password whose code is still to come. Gives back this attempt; earlier ones stay counted. */
  passwordAccepted(attempt: Attempt): Promise<void>;
  /** After a right sign-in. Gives back this attempt, and all earlier ones of its place. */
  signedIn(attempt: Attempt): Promise<void>;
  /** Resets the account's failures, wherever they were. */
  forget(account: string): Promise<void>;
}

const quarter = 15 * 60;

/** The failures of a stranger's place after which the next try waits, and for how many seconds. */
const waitsAfter: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4 };

/** A limit that is used up: how many times over, and the milliseconds until it is empty again. */
interface UsedUp {
  readonly limiter: RateLimiterPostgres;
  readonly times: number;
  readonly ms: number;
}

export function createLoginLimits(services: Uses<'db' | 'pool' | 'secrets'>): LoginLimits {
  const { db, secrets } = services;
  const limiter = (name: string, points: number, seconds: number) => createCounter(services, { name, points, seconds });
  const places = limiter('login-place', 5, quarter);
  const strangers = limiter('login-strangers', 20, quarter);
  const addresses = limiter('login-address', 60, 60);
  const codes = limiter('login-codes', 30, 24 * 60 * 60);
  const waits = limiter('login-wait', 1, 1);
  const proofs = createSignInProofs(services);

  const placeKey = ({ account, place }: Attempt): string => `${account} ${place.key}`;
  const codesKey = (attempt: Attempt): string =>
    attempt.place.kind === 'stranger' ? `${attempt.account} strangers` : placeKey(attempt);
  const countersOf = (attempt: Attempt): readonly (readonly [RateLimiterPostgres, string])[] => [
    ...(attempt.place.kind === 'device' ? [] : [[addresses, networkOf(attempt.address)] as const]),
    [places, placeKey(attempt)],
    ...(attempt.place.kind === 'stranger' ? [[strangers, attempt.account] as const] : []),
    ...(attempt.step === 'code' ? [[codes, codesKey(attempt)] as const] : []),
  ];

  // The limit on codes accepts no proof, so its remaining time is the answer. Otherwise the wait is that of
  // the longest limit, and the proof's cost follows the limit that is exceeded the most.
  async function refusal(attempt: Attempt, usedUp: readonly UsedUp[]) {
    const firm = usedUp.find((each) => each.limiter === codes);
    if (firm) return tooManyRequests(firm.ms / 1000);
    const demand = await proofs.demand(attempt.account, excessOf(usedUp));
    return proofNeeded(Math.max(...usedUp.map(({ ms }) => ms)) / 1000, demand);
  }

  async function assertWaited(attempt: Attempt): Promise<void> {
    const wait = attempt.place.kind === 'stranger' ? await waits.get(placeKey(attempt)) : null;
    if (wait && wait.remainingPoints <= 0 && wait.msBeforeNext > 0) throw tooManyRequests(wait.msBeforeNext / 1000);
  }

  return {
    async admit(attempt) {
      const usedUp: UsedUp[] = [];
      for (const [counter, key] of countersOf(attempt)) {
        const used = await counter.get(key);
        if (used && used.remainingPoints <= 0) usedUp.push(asUsedUp(counter, used));
      }
      if (usedUp.length === 0) {
        await assertWaited(attempt);
        return { proven: false };
      }
      const { account, proof } = attempt;
      const firm = usedUp.some((each) => each.limiter === codes);
      if (firm || !proof || !(await proofs.spend(account, proof, excessOf(usedUp))))
        throw await refusal(attempt, usedUp);
      return { proven: true };
    },
    async take(attempt, { proven }) {
      const usedUp: UsedUp[] = [];
      for (const [counter, key] of countersOf(attempt)) {
        const taken = await consume(counter, key);
        if (!taken.isWithin) usedUp.push(asUsedUp(counter, taken));
      }
      const refused = usedUp.filter((each) => !proven || each.limiter === codes);
      if (refused.length > 0) throw await refusal(attempt, refused);
    },
    async failed(attempt) {
      if (attempt.place.kind !== 'stranger') return;
      const failures = await places.get(placeKey(attempt));
      const seconds = waitsAfter[failures?.consumedPoints ?? 0];
      if (seconds !== undefined) await waits.block(placeKey(attempt), seconds);
    },
    async passwordAccepted(attempt) {
      for (const [counter, key] of countersOf(attempt)) await counter.reward(key);
      await waits.delete(placeKey(attempt));
    },
    async signedIn(attempt) {
      for (const [counter, key] of countersOf(attempt))
        await (counter === places ? counter.delete(key) : counter.reward(key));
      await waits.delete(placeKey(attempt));
    },
    async forget(account) {
      await strangers.delete(account);
      const ofAccount = (name: string) => like(rateLimits.key, `${storedKey(secrets, name, account)} %`);
      const counts = ['login-place', 'login-wait', 'login-codes'];
      await db.delete(rateLimits).where(or(...counts.map(ofAccount)));
    },
  };
}

const excessOf = (usedUp: readonly UsedUp[]): number => Math.max(...usedUp.map(({ times }) => times));

const asUsedUp = (
  limiter: RateLimiterPostgres,
  { consumedPoints, msBeforeNext }: Omit<CountedAttempt, 'isWithin'>,
): UsedUp => ({
  limiter,
  times: consumedPoints / limiter.points,
  ms: msBeforeNext,
});
