import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import type { ApiProblem } from '#api/ground/http/problems.ts';
import { afterOthers } from '#api/ground/jobs/queue.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Language } from '#schema/languages.ts';
import { createLink, lastingLink } from './account-links.ts';
import { mailAccountLink } from './jobs.ts';
import { countMail, countMailAskedFor, isTooManyMails } from './mail-bound.ts';

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
  const { user, language } = request;
  if (!(await mayMail(store, tx, request))) return;
  const hours = store.settings.invitationDays * 24;
  const linkId = await linkToMail(store, tx, { request, purpose: 'invitation', hours });
  await tx.update(users).set({ invitedAt: new Date() }).where(eq(users.id, user.id));
  await store.jobs.add(tx, mailAccountLink, { linkId, letterId: newId(), language }, { priority: afterOthers });
}

interface Invitations {
  readonly people: readonly LinkRequest['user'][];
  readonly requestedById: string;
}

/** The same for many users. An address past its daily limit refuses only its own; resolves to these refusals by id. */
export async function sendInvitations(
  store: Store,
  tx: Queryable,
  { people, requestedById }: Invitations,
): Promise<ReadonlyMap<string, ApiProblem>> {
  const refusals = new Map<string, ApiProblem>();
  for (const user of people)
    await sendInvitation(store, tx, { user, requestedById }).catch((error: unknown) => {
      if (!isTooManyMails(error)) throw error;
      refusals.set(user.id, error);
    });
  return refusals;
}

/** Mails a link to set a new password, in the caller's transaction. The caller checks that the user is active. */
export async function sendPasswordReset(store: Store, tx: Queryable, request: LinkRequest): Promise<void> {
  if (!(await mayMail(store, tx, request))) return;
  const hours = store.settings.resetLinkHours;
  const linkId = await linkToMail(store, tx, { request, purpose: 'reset', hours });
  await store.jobs.add(tx, mailAccountLink, { linkId, letterId: newId(), language: request.language });
}

interface LinkToMail {
  readonly request: LinkRequest;
  readonly purpose: 'invitation' | 'reset';
  readonly hours: number;
}

// A stranger's request never voids the link that is already in the mailbox: the same link is mailed again.
async function linkToMail(store: Store, tx: Queryable, { request, purpose, hours }: LinkToMail): Promise<string> {
  const { user, requestedById, byOwner = false } = request;
  const isStranger = requestedById === null && !byOwner;
  const lasting = isStranger ? await lastingLink(tx, user.id, purpose) : undefined;
  return lasting ?? createLink(tx, store.secrets, { userId: user.id, purpose, requestedById, hours });
}

// Staff get a 429 past the address's daily limit. An error would show a stranger that the account exists, so a
// stranger's request just sends no mail. The link that was mailed last stays valid.
async function mayMail(
  store: Store,
  tx: Queryable,
  { user, requestedById, byOwner = false }: LinkRequest,
): Promise<boolean> {
  const mail = { address: user.email, kind: byOwner ? 'owner' : 'others' } as const;
  if (requestedById === null) return countMail(store, tx, mail);
  await countMailAskedFor(store, tx, mail);
  return true;
}
