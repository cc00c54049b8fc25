import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { accountLinks, users } from '#api/db/schema.ts';
import { ApiProblem } from '#api/http/problems.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { LinkPurpose, LinkState } from '#schema/rest/auth.ts';
import type { AccountLink } from './account-links.ts';
import { hashOf } from './refresh-tokens.ts';

type User = typeof users.$inferSelect;

export interface FoundLink {
  readonly link: AccountLink;
  readonly user: User;
  /** Who sent it; null when the user asked for it. */
  readonly sender: Pick<User, 'firstName' | 'lastName'> | null;
  readonly state: LinkState;
}

const senders = alias(users, 'senders');

/** What a token belongs to; undefined when it is none of ours. */
export async function findLink(db: Queryable, token: string): Promise<FoundLink | undefined> {
  const [found] = await db
    .select({
      link: accountLinks,
      user: users,
      sender: { firstName: senders.firstName, lastName: senders.lastName },
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    // Whoever asks for another invitation by themselves is still the guest of who invited them.
    .leftJoin(
      senders,
      sql`${senders.id} = coalesce(${accountLinks.requestedById},
        case when ${accountLinks.purpose} = 'invitation' then ${users.invitedById} end)`,
    )
    .where(eq(accountLinks.tokenHash, hashOf(token)));
  return found && { ...found, state: stateOf(found.link, found.user) };
}

// An invitation is for who is invited, the others for who is active; any other status has ended the link.
const statusFor: Record<LinkPurpose, UserStatus> = {
  invitation: UserStatus.INVITED,
  reset: UserStatus.ACTIVED,
  email: UserStatus.ACTIVED,
};

function stateOf(link: AccountLink, user: User): LinkState {
  if (link.usedAt !== null) return 'used';
  const fits = user.deletedAt === null && user.status === statusFor[link.purpose];
  if (link.voidedAt !== null || !fits) return 'void';
  return link.expiresAt <= new Date() ? 'expired' : 'live';
}

export const linkExpired = () =>
  new ApiProblem({ status: 400, messageKey: 'messages.linkExpired', detail: 'This url has expired.' });

export const linkInvalid = (status: 400 | 404 = 400) =>
  new ApiProblem({ status, messageKey: 'messages.linkInvalid', detail: 'The link has been expired or invalid.' });
