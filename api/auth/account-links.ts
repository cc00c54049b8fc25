import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { accountLinks, users } from '#api/db/schema.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { hashOf } from './refresh-tokens.ts';
import type { Secrets } from './secrets.ts';

export type AccountLink = typeof accountLinks.$inferSelect;

/**
 * The token in a link, 256 bits. It follows from the row's id and our key, so it is made when the mail is written and
 * neither the jobs nor any other table ever holds it; the row keeps its hash to find it by.
 */
export const linkToken = (secrets: Secrets, linkId: string): string =>
  tokenBy(secrets.current('accountLinks').value, linkId);

/** The token of a link that was made earlier, maybe by a key that has been rotated; undefined when that was revoked. */
export function linkTokenAgain(
  secrets: Secrets,
  { id, tokenHash }: Pick<AccountLink, 'id' | 'tokenHash'>,
): string | undefined {
  return secrets
    .all('accountLinks')
    .map(({ value }) => tokenBy(value, id))
    .find((token) => hashOf(token) === tokenHash);
}

/** Gives a link another token, by the key of now, in place of one that was not mailed. */
export async function renewLinkToken(db: Queryable, secrets: Secrets, linkId: string): Promise<string> {
  const token = linkToken(secrets, linkId);
  await db
    .update(accountLinks)
    .set({ tokenHash: hashOf(token) })
    .where(eq(accountLinks.id, linkId));
  return token;
}

const tokenBy = (key: Uint8Array, linkId: string): string =>
  createHmac('sha256', key).update(`account link ${linkId}`).digest('base64url');

interface NewLink {
  readonly userId: string;
  readonly purpose: LinkPurpose;
  /** The new e-mail that the link confirms. */
  readonly email?: string;
  readonly requestedById: string | null;
  readonly hours: number;
}

/** Makes a link and voids the older one of its purpose. Resolves to its id. */
export async function createLink(tx: Queryable, secrets: Secrets, { hours, ...link }: NewLink): Promise<string> {
  const id = newId();
  // Two that are asked for at once take turns, or both would try to be the only one.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, link.userId)).for('update');
  await voidLinks(tx, link.userId, link.purpose);
  await tx.insert(accountLinks).values({
    ...link,
    id,
    tokenHash: hashOf(linkToken(secrets, id)),
    expiresAt: new Date(Date.now() + hours * 3_600_000),
  });
  return id;
}

/** Ends the links that somebody holds, of one purpose or of all. */
export async function voidLinks(tx: Queryable, userId: string, purpose?: LinkPurpose): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ voidedAt: new Date() })
    .where(
      and(
        eq(accountLinks.userId, userId),
        purpose && eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.voidedAt),
      ),
    );
}

/** Uses a link up; false when it was no longer there to use. Of many at once, one is told true. */
export async function useLink(tx: Queryable, linkId: string): Promise<boolean> {
  const used = await tx
    .update(accountLinks)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(accountLinks.id, linkId),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.voidedAt),
        gt(accountLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: accountLinks.id });
  return used.length === 1;
}
