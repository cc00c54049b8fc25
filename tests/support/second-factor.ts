import { setTimeout } from 'node:timers/promises';
import { Secret } from 'otpauth';
import {
  otpauthAddressOf,
  appCode,
  keepRecoveryCodes,
  makeRecoveryCodes,
  newAppSecret,
  sealSecret,
} from '#api/domains/second-factor/codes.ts';
import { secondFactors } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';

const step = 30_000;

/** The code that an app with this secret in base32 shows: now, or so many steps of 30 s later. */
export const codeOf = (secret: string, later = 0): string =>
  appCode(Secret.fromBase32(secret).bytes, Date.now() + later * step);

/** Waits for the next step where the current one ends within five seconds, for codes of the step before. */
export async function steadyStep(): Promise<void> {
  const left = step - (Date.now() % step);
  if (left < 5_000) await setTimeout(left);
}

/** A code that is wrong at any time near now. */
export function wrongCodeFor(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((later) => codeOf(secret, later));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

interface Wanted {
  /** False: the first code is still to come. */
  readonly confirmed?: boolean;
  /** Recovery codes take half a second to make. */
  readonly recovery?: boolean;
}

/** Gives a member of staff a second step, as the operations do. */
export async function giveSecondFactor(
  { db, secrets }: Uses<'db' | 'secrets'>,
  userId: string,
  { confirmed = true, recovery = false }: Wanted = {},
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const bytes = newAppSecret();
  const confirmedAt = confirmed ? new Date() : null;
  await db.insert(secondFactors).values({ userId, sealedSecret: sealSecret(secrets, userId, bytes), confirmedAt });
  const { secret } = otpauthAddressOf(bytes, 'someone@school.test');
  if (!recovery) return { secret, recoveryCodes: [] };
  const { shown, hashes } = await makeRecoveryCodes();
  await keepRecoveryCodes(db, userId, hashes);
  return { secret, recoveryCodes: shown };
}
