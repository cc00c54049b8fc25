import { type IRateLimiterPostgresOptions, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '#api/ground/http/network.ts';
import { proofNeeded } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { knownDeviceKey } from './places.ts';
import { createSignInProofs } from './sign-in-proof.ts';

/** The request that begins a sign-in, when the person is still unknown. */
interface Beginning {
  readonly address: string;
  readonly device: string | undefined;
  /** The answer to an earlier refusal. */
  readonly proof: SignInProof | null | undefined;
}

/** A limit of beginnings, counted in the database for all API processes. */
export interface BeginLimit {
  /** Counts one; answers 429 with a challenge past the limit unless the request has a proof of work. */
  take(beginning: Beginning): Promise<void>;
}

/**
 * Limits how often sign-ins begin: `points` a minute per network. A stranger in a school's network cannot lock the
 * school out: past the limit, a device where staff have signed in before has 30 a minute of its own, and any other
 * device needs a proof of work for each beginning. The work does not grow, since there is nothing to guess.
 */
export function createBeginLimit(
  services: Uses<'db' | 'pool' | 'secrets'>,
  { name, points }: { readonly name: string; readonly points: number },
): BeginLimit {
  const proofs = createSignInProofs(services);
  const limiter = (options: Pick<IRateLimiterPostgresOptions, 'keyPrefix'> & { readonly points: number }) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: services.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      duration: 60,
      // Further ones are refused from memory without a query.
      inMemoryBlockOnConsumed: options.points + 1,
    });
  const networks = limiter({ keyPrefix: name, points });
  const devices = limiter({ keyPrefix: `${name}-device`, points: 30 });

  return {
    async take({ address, device, proof }) {
      const network = networkOf(address);
      const wait = await waitAfter(networks, network);
      if (wait === 0) return;
      const known = await knownDeviceKey(services.db, device);
      if (known !== undefined && (await waitAfter(devices, known)) === 0) return;
      const subject = `${name} ${network}`;
      if (proof && (await proofs.spend(subject, proof, 1))) return;
      throw proofNeeded(wait / 1000, await proofs.demand(subject, 1));
    },
  };
}

/** Counts one, and returns the milliseconds to wait when the limit was used up; 0 within the limit. */
async function waitAfter(limiter: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (reason) {
    // The library rejects with a result object past the limit, and with an error when the database fails.
    if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext);
    throw reason;
  }
}
