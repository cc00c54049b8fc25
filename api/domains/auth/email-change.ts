import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { emailExists, endAccess, userSearchText, withUniqueEmail } from '#api/domains/users/account.ts';
import type { User } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { createLink, type FoundLink, linkExpired, linkInvalid, useLink } from './account-links.ts';
import { mailAccountLink, mailNotice } from './jobs.ts';
import { countMail, countMailAskedFor } from './mail-bound.ts';

type Store = Uses<'settings' | 'secrets' | 'jobs'>;

interface EmailRequest {
  readonly user: User;
  readonly email: string;
  /** The member of staff who requests the change; null when the user does. */
  readonly requestedById: string | null;
}

/** Mails a link to the new e-mail and a notice to the old one. The old e-mail stays until the link is used. */
export async function askForEmail(store: Store, tx: Queryable, { user, email, requestedById }: EmailRequest) {
  const usersWithEmail = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt), ne(users.id, user.id)));
  if (usersWithEmail.length > 0) throw emailExists();
  await countMailAskedFor(store, tx, { address: email, kind: 'others' });
  const hours = store.settings.resetLinkHours;
  const link = { userId: user.id, purpose: 'email', email, requestedById, hours } as const;
  const linkId = await createLink(tx, store.secrets, link);
  await store.jobs.add(tx, mailAccountLink, { linkId, letterId: newId() });
  await noticeOldAddress(store, tx, { user, email, byId: requestedById, kind: 'emailAsked' });
}

interface Notice {
  readonly user: User;
  readonly email: string;
  readonly byId: string | null;
  readonly kind: 'emailAsked' | 'emailChanged';
}

/** Mails a notice to the account's old address. */
export async function noticeOldAddress(store: Store, tx: Queryable, { user, email, byId, kind }: Notice) {
  if (!(await countMail(store, tx, { address: user.email, kind: 'notice' }))) return;
  await store.jobs.add(tx, mailNotice, { id: newId(), userId: user.id, address: user.email, email, byId, kind });
}

/** Uses a link that was mailed to a new e-mail, and gives the account that e-mail. */
export async function confirmEmail(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { link, state, ...found }: FoundLink,
  requestId: string,
) {
  if (state === 'expired') throw linkExpired();
  const { email } = link;
  if (state !== 'live' || email === null) throw linkInvalid();
  await withUniqueEmail(() =>
    services.db.transaction(async (tx) => {
      const [user = found.user] = await tx.select().from(users).where(eq(users.id, found.user.id)).for('update');
      if (!(await useLink(tx, link.id))) throw linkInvalid();
      await tx
        .update(users)
        .set({ email, searchText: userSearchText({ ...user, email }), ...editedBy(user, { userId: user.id }) })
        .where(eq(users.id, user.id));
      const change = { action: 'confirm-email', entity: 'users', entityId: user.id };
      const [before, after] = [{ email: user.email }, { email }];
      await recordChange(tx, { userId: user.id, requestId }, { ...change, before, after });
      await endAccess(tx, [user.id], 'email');
      await noticeOldAddress(services, tx, { user, email, byId: link.requestedById, kind: 'emailChanged' });
    }),
  );
}
