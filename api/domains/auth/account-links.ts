import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { accountLinks, installation, users } from '#api/ground/db/schema.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { LinkPurpose, LinkState } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { hashOf } from './tokens.ts';

type AccountLink = typeof accountLinks.$inferSelect;

/**
 * The token in a link, 256 bits: an HMAC of the row's id with our key. The mail job computes it, so no job and no table
 * holds it; the row keeps its hash for the look-up.
 */
export const linkToken = (secrets: Secrets, linkId: string): string =>
  tokenBy(secrets.current('accountLinks').value, linkId);

/** The token of an existing link, also when the key was rotated since; undefined when the key was revoked. */
export function existingLinkToken(
  secrets: Secrets,
  { id, tokenHash }: Pick<AccountLink, 'id' | 'tokenHash'>,
): string | undefined {
  return secrets
    .all('accountLinks')
    .map(({ value }) => tokenBy(value, id))
    .find((token) => hashOf(token) === tokenHash);
}

/** Gives a link a token of the current key, in place of one that was not mailed. */
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

/** Creates a link and voids the user's older link of the same purpose. Resolves to its id. */
export async function createLink(tx: Queryable, secrets: Secrets, { hours, ...link }: NewLink): Promise<string> {
  const id = newId();
  // The row lock serialises simultaneous requests; the unique index allows one live link per purpose.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, link.userId)).for('update');
  await voidLinks(tx, [link.userId], link.purpose);
  await tx.insert(accountLinks).values({
    ...link,
    id,
    tokenHash: hashOf(linkToken(secrets, id)),
    expiresAt: new Date(Date.now() + hours * 3_600_000),
  });
  return id;
}

/** The id of the user's link of a purpose that works for at least another hour. */
export async function lastingLink(tx: Queryable, userId: string, purpose: LinkPurpose): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: accountLinks.id })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.voidedAt),
        gt(accountLinks.expiresAt, sql`now() + interval '1 hour'`),
      ),
    );
  return found?.id;
}

/** Voids the links of users, of one purpose or of all. */
export async function voidLinks(tx: Queryable, userIds: readonly string[], purpose?: LinkPurpose): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ voidedAt: new Date() })
    .where(
      and(
        inArray(accountLinks.userId, [...userIds]),
        purpose && eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.voidedAt),
      ),
    );
}

/** Marks a link as used; false when it was used, voided or expired. Of simultaneous calls, one resolves to true. */
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

type User = typeof users.$inferSelect;

export interface FoundLink {
  readonly link: AccountLink;
  readonly user: User;
  /** The member of staff who sent the link; null when the user requested it. */
  readonly sender: Pick<User, 'firstName' | 'lastName'> | null;
  readonly schoolName: string | null;
  readonly state: LinkState;
}

const senders = alias(users, 'senders');

/** The link that a token belongs to; undefined for an unknown token. */
export async function findLink(db: Queryable, token: string): Promise<FoundLink | undefined> {
  const [found] = await db
    .select({
      link: accountLinks,
      user: users,
      sender: { firstName: senders.firstName, lastName: senders.lastName },
      schoolName: installation.schoolName,
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .leftJoin(installation, eq(installation.only, true))
    // An invitation that the user requested again still names the person who invited them first.
    .leftJoin(
      senders,
      sql`${senders.id} = coalesce(${accountLinks.requestedById},
        case when ${accountLinks.purpose} = 'invitation' then ${users.invitedById} end)`,
    )
    .where(eq(accountLinks.tokenHash, hashOf(token)));
  return found && { ...found, state: stateOf(found.link, found.user) };
}

// The user's status for which a link works; another status makes it void.
const statusFor: Record<LinkPurpose, UserStatus> = {
  invitation: UserStatus.INVITED,
  reset: UserStatus.ACTIVED,
  email: UserStatus.ACTIVED,
};

function stateOf(link: AccountLink, user: User): LinkState {
  if (link.usedAt !== null) return 'used';
  if (user.deletedAt !== null || user.status === UserStatus.DEACTIVATED) return 'inactive';
  if (link.voidedAt !== null || user.status !== statusFor[link.purpose]) return 'void';
  return link.expiresAt <= new Date() ? 'expired' : 'live';
}

export const linkExpired = () =>
  new ApiProblem({ status: 400, messageKey: 'messages.linkExpired', detail: 'This url has expired.' });

export const linkInvalid = (status: 400 | 404 = 400) =>
  new ApiProblem({ status, messageKey: 'messages.linkInvalid', detail: 'The link has been expired or invalid.' });
