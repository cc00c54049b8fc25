import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Language } from '#schema/languages.ts';
import { createLink } from './account-links.ts';
import { mailAccountLink } from './jobs.ts';
import { countMail, countMailAskedFor } from './mail-bound.ts';

type Store = Uses<'settings' | 'secrets' | 'jobs'>;

export interface LinkRequest {
  readonly user: { readonly id: string; readonly email: string };
  /** The member of staff who asks, or null when the user does. */
  readonly requestedById: string | null;
  /** The mail's language; the user's own, unless given. */
  readonly language?: Language;
  /** Whether the owner asks, from where they signed in before. */
  readonly byOwner?: boolean;
}

/**
 * Mails an invitation: creates the link and the job that sends it, in the caller's transaction. The caller checks that the
 * user is invited and not active yet.
 */
export async function sendInvitation(store: Store, tx: Queryable, request: LinkRequest): Promise<void> {
  const { user, requestedById, language } = request;
  if (!(await mayMail(tx, request))) return;
  const hours = store.settings.invitationDays * 24;
  const linkId = await createLink(tx, store.secrets, { userId: user.id, purpose: 'invitation', requestedById, hours });
  await tx.update(users).set({ invitedAt: new Date() }).where(eq(users.id, user.id));
  await store.jobs.add(tx, mailAccountLink, { linkId, language });
}

/** Mails a link to set a new password, in the caller's transaction. The caller checks that the user is active. */
export async function sendPasswordReset(store: Store, tx: Queryable, request: LinkRequest): Promise<void> {
  const { user, requestedById, language } = request;
  if (!(await mayMail(tx, request))) return;
  const hours = store.settings.resetLinkHours;
  const linkId = await createLink(tx, store.secrets, { userId: user.id, purpose: 'reset', requestedById, hours });
  await store.jobs.add(tx, mailAccountLink, { linkId, language });
}

// Staff see whose mailbox it is; to strangers it would tell that there is an account. The link that was mailed last goes on.
async function mayMail(tx: Queryable, { user, requestedById, byOwner = false }: LinkRequest): Promise<boolean> {
  const mail = { address: user.email, kind: byOwner ? 'owner' : 'others' } as const;
  if (requestedById === null) return countMail(tx, mail);
  await countMailAskedFor(tx, mail);
  return true;
}
