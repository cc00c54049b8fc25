import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { users } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { endAccess } from '#api/users/access-end.ts';
import type { User } from '#api/users/hold.ts';
import { emailExists, userSearchText, withFreeEmail } from '#api/users/write.ts';
import { createLink, useLink } from './account-links.ts';
import { type FoundLink, linkExpired, linkInvalid } from './find-link.ts';

type Store = Pick<Services, 'jobs' | 'secrets' | 'settings'>;

interface EmailWish {
  readonly user: User;
  readonly email: string;
  /** The member of staff who asks; null when the user does. */
  readonly requestedById: string | null;
}

/** Mails a link to the new e-mail and word of it to the old one, which stays until the link is used. */
export async function askForEmail(store: Store, tx: Queryable, { user, email, requestedById }: EmailWish) {
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt), ne(users.id, user.id)));
  if (taken.length > 0) throw emailExists();
  const hours = store.settings.resetLinkHours;
  const link = { userId: user.id, purpose: 'email', email, requestedById, hours } as const;
  const linkId = await createLink(tx, store.secrets, link);
  await store.jobs.add(tx, 'mailAccountLink', { linkId });
  await noticeOldAddress(store, tx, { user, email, byId: requestedById, kind: 'emailAsked' });
}

interface Notice {
  readonly user: User;
  readonly email: string;
  readonly byId: string | null;
  readonly kind: 'emailAsked' | 'emailChanged';
}

/** Tells the address that an account had what became of it. */
export async function noticeOldAddress(store: Store, tx: Queryable, { user, email, byId, kind }: Notice) {
  await store.jobs.add(tx, 'mailNotice', { id: newId(), userId: user.id, address: user.email, email, byId, kind });
}

/** Uses a link up that was mailed to a new e-mail, and moves the account to it. */
export async function confirmEmail(services: Services, { link, state, ...found }: FoundLink, requestId: string) {
  if (state === 'expired') throw linkExpired();
  const { email } = link;
  if (state !== 'live' || email === null) throw linkInvalid();
  await withFreeEmail(() =>
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
      await endAccess(tx, user.id, 'email');
      await noticeOldAddress(services, tx, { user, email, byId: link.requestedById, kind: 'emailChanged' });
    }),
  );
}
