import { randomBytes } from 'node:crypto';
import { linkExpired, linkInvalid } from '#api/domains/auth/account-links.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { installation } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import { hasNobody, holdInstallation, type Installation } from './set-up.ts';

const hours = 24;

/**
 * A new link to the page that sets this school up, where nobody is there yet; undefined where somebody is. The link works
 * once and for a day, the older one no more, and the database keeps its token's hash alone.
 */
export async function openFirstRun({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const { setUpAt } = await holdInstallation(tx);
    if (setUpAt !== null || !(await hasNobody(tx))) return undefined;
    const token = randomBytes(32).toString('base64url');
    const firstRunEndsAt = new Date(Date.now() + hours * 3_600_000);
    await tx.update(installation).set({ firstRunKeyHash: hashOf(token), firstRunEndsAt });
    // Behind the #, as every link: no proxy logs it.
    return `${settings.publicUrl}/first-run#token=${token}`;
  });
}

/** When the link of this token runs out; undefined for a token that opens nothing. Throws for one that has run out. */
export function firstRunEnd(
  { setUpAt, firstRunKeyHash, firstRunEndsAt }: Installation,
  token: string,
): Date | undefined {
  if (setUpAt !== null || firstRunKeyHash !== hashOf(token) || firstRunEndsAt === null) return undefined;
  if (firstRunEndsAt <= new Date()) throw linkExpired();
  return firstRunEndsAt;
}

/** The same inside the transaction that uses the link up. */
export function assertFirstRun(held: Installation, token: string): void {
  if (held.setUpAt === null && firstRunEnd(held, token) === undefined) throw linkInvalid();
}
