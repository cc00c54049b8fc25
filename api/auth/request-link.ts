import { eq } from 'drizzle-orm';
import { users } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import type { Language } from '#schema/languages.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { sendInvitation, sendPasswordReset } from './invitations.ts';
import { findAccount } from './store.ts';

interface LinkWish {
  readonly email: string;
  readonly language?: Language | null;
}

/**
 * What "forgot password" comes to. It is a job, so that the answer knows nothing of the account and takes as long with
 * one as without: an active account gets a reset, an invited one its invitation again, any other nothing.
 */
export const requestLink: Task<LinkWish> = (services) => async (wish) => {
  await services.db.transaction(async (tx) => {
    const account = await findAccount(tx, wish.email);
    if (!account) return;
    const [user] = await tx.select().from(users).where(eq(users.id, account.id)).for('update');
    if (!user || user.deletedAt !== null) return;
    const request = { user, requestedById: null, language: wish.language ?? undefined };
    if (user.status === UserStatus.ACTIVED) await sendPasswordReset(services, tx, request);
    if (user.status === UserStatus.INVITED) await sendInvitation(services, tx, request);
  });
};
