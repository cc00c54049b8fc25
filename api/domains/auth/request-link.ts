import { eq } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { sendInvitation, sendPasswordReset } from './invitations.ts';
import type { LinkRequest } from './jobs.ts';
import { findAccount } from './sessions.ts';

/**
 * Answers "forgot password": an active account gets a reset link, an invited one its invitation again, any other
 * nothing. This runs as a job, so that neither the response nor its timing shows whether the account exists.
 */
export async function sendRequestedLink(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  payload: LinkRequest,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await findAccount(tx, payload.email);
    if (!account) return;
    const [user] = await tx.select().from(users).where(eq(users.id, account.id)).for('update');
    if (!user || user.deletedAt !== null) return;
    const request = { user, requestedById: null, language: payload.language ?? undefined, byOwner: payload.byOwner };
    if (user.status === UserStatus.ACTIVED) await sendPasswordReset(services, tx, request);
    if (user.status === UserStatus.INVITED) await sendInvitation(services, tx, request);
  });
}
