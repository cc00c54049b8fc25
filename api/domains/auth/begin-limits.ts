import { networkOf } from '#api/ground/http/network.ts';
import { proofNeeded } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import type { Uses } from '#api/ground/services.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { knownDeviceKey } from './places.ts';
import { createSignInProofs } from './sign-in-proof.ts';

/** A request that begins a sign-in. The account is not known yet. */
interface Beginning {
  readonly address: string;
  readonly device: string | undefined;
  /** The answer to an earlier refusal. */
  readonly proof: SignInProof | null | undefined;
}

export interface BeginLimit {
  /** Counts one request. Past the limit it throws 429 with a challenge, unless the request has a proof of work. */
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
  const networks = createRateLimit(services, { name, points, seconds: 60 });
  const devices = createRateLimit(services, { name: `${name}-device`, points: 30, seconds: 60 });

  return {
    async take({ address, device, proof }) {
      const wait = await networks.count(address);
      if (wait === 0) return;
      const known = await knownDeviceKey(services.db, device);
      if (known !== undefined && (await devices.count(known)) === 0) return;
      const subject = `${name} ${networkOf(address)}`;
      if (proof && (await proofs.spend(subject, proof, 1))) return;
      throw proofNeeded(wait / 1000, await proofs.demand(subject, 1));
    },
  };
}
