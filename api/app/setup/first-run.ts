import { randomBytes } from 'node:crypto';
import { linkExpired, linkInvalid } from '#api/domains/auth/account-links.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { installation } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import { hasNobody, holdInstallation, type Installation } from './set-up.ts';

const hours = 24;

/**
 * Makes a new one-time link to the first-run page when there are no users; undefined otherwise. The link is valid for a
 * day and invalidates the previous one; the database stores only its token's hash.
 */
export async function openFirstRun({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const { setUpAt } = await holdInstallation(tx);
    if (setUpAt !== null || !(await hasNobody(tx))) return undefined;
    const token = randomBytes(32).toString('base64url');
    const firstRunEndsAt = new Date(Date.now() + hours * 3_600_000);
    await tx.update(installation).set({ firstRunKeyHash: hashOf(token), firstRunEndsAt });
    // The token is in the fragment, as in every link, so no proxy logs it.
    return `${settings.publicUrl}/first-run#token=${token}`;
  });
}

/** The expiry of the token's link; undefined for an unknown token. Throws for an expired one. */
export function firstRunEnd(
  { setUpAt, firstRunKeyHash, firstRunEndsAt }: Installation,
  token: string,
): Date | undefined {
  if (setUpAt !== null || firstRunKeyHash !== hashOf(token) || firstRunEndsAt === null) return undefined;
  if (firstRunEndsAt <= new Date()) throw linkExpired();
  return firstRunEndsAt;
}

/** Checks the token inside the transaction that uses it up. */
export function assertFirstRun(installation: Installation, token: string): void {
  if (installation.setUpAt === null && firstRunEnd(installation, token) === undefined) throw linkInvalid();
}
