import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { Language } from '#schema/languages.ts';
import { createLink } from './account-links.ts';

type Store = Pick<Services, 'jobs' | 'secrets' | 'settings'>;

export interface LinkRequest {
  readonly user: { readonly id: string };
  /** The member of staff who asks, or null when the user does. */
  readonly requestedById: string | null;
  /** The mail's language; the user's own, unless given. */
  readonly language?: Language;
}

/**
 * Mails an invitation, in the caller's transaction: the link, the end of an older one, and the job that sends it. The
 * user must be invited (not active yet); the caller sees to that.
 */
export async function sendInvitation(store: Store, tx: Queryable, request: LinkRequest): Promise<void> {
  const { user, requestedById, language } = request;
  const hours = store.settings.invitationDays * 24;
  const linkId = await createLink(tx, store.secrets, { userId: user.id, purpose: 'invitation', requestedById, hours });
  await tx.update(users).set({ invitedAt: new Date() }).where(eq(users.id, user.id));
  await store.jobs.add(tx, 'mailAccountLink', { linkId, language });
}

/** Mails a link to set a new password, likewise. The user must be active. */
export async function sendPasswordReset(store: Store, tx: Queryable, request: LinkRequest): Promise<void> {
  const { user, requestedById, language } = request;
  const hours = store.settings.resetLinkHours;
  const linkId = await createLink(tx, store.secrets, { userId: user.id, purpose: 'reset', requestedById, hours });
  await store.jobs.add(tx, 'mailAccountLink', { linkId, language });
}
