import { eq } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import { users } from '#api/db/schema.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import {
  acceptInvitation,
  confirmEmail as confirmEmailOperation,
  forgotPassword,
  passwordLink,
  updatePassword,
} from '#schema/rest/auth.ts';
import { acceptAs } from './accept.ts';
import { confirmEmail } from './email-change.ts';
import { findLink, linkInvalid } from './find-link.ts';
import { createLinkLimits } from './link-limits.ts';
import type { LoginLimits } from './login-limits.ts';
import { createOwnPassword } from './own-password.ts';
import { closeSessionsOf } from './sessions.ts';
import { setPasswordByLink } from './set-password.ts';

/** Everything that works with mailed links. */
export function linkRoutes(services: Services, loginLimits: LoginLimits): Route[] {
  const limits = createLinkLimits(services.pool);
  const assertOwnPassword = createOwnPassword(services);

  /** Who sends tokens that are none of ours is held up. */
  async function known<Found>(address: string, find: () => Promise<Found | undefined>, status?: 404): Promise<Found> {
    await limits.unknownTokens.assertOpen(address);
    const found = await find();
    if (found !== undefined) return found;
    await limits.unknownTokens.take(address);
    throw linkInvalid(status);
  }

  return [
    route(forgotPassword, async ({ body, address }) => {
      await limits.takeRequest({ email: body.email, address });
      await services.jobs.add(services.db, 'requestLink', body);
      return { validHours: services.settings.resetLinkHours };
    }),

    route(passwordLink, async ({ query, address }) => {
      const { link, user, sender, state } = await known(address, () => findLink(services.db, query.token), 404);
      const { purpose, expiresAt } = link;
      const account = { ...user, email: link.email ?? user.email };
      const people = state === 'live' ? { account, invitedBy: sender } : { account: null, invitedBy: null };
      return { purpose, state, expiresAt: expiresAt.toISOString(), ...people };
    }),

    route(updatePassword, async ({ body, address, requestId }) => {
      const attempt = { ...body, purpose: 'reset' } as const;
      const set = () =>
        setPasswordByLink(services, attempt, async (tx, { id }, passwordHash) => {
          await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
          await closeSessionsOf(tx, id, 'password');
          const change = { action: 'set-password', entity: 'users', entityId: id };
          await recordChange(tx, { userId: id, requestId }, change);
        });
      // Who has forgotten a password has often tried in vain before.
      await loginLimits.forget((await known(address, set)).id);
    }),

    route(confirmEmailOperation, async ({ body, address, requestId }) => {
      const found = await known(address, async () => {
        const link = await findLink(services.db, body.token);
        return link?.link.purpose === 'email' ? link : undefined;
      });
      // Else whoever asks for the change of somebody else could confirm it in a mailbox of their own.
      if (found.state === 'live' && found.link.requestedById !== null)
        await assertOwnPassword(found.user.id, body.password);
      await confirmEmail(services, found, requestId);
    }),

    route(acceptInvitation, async ({ body, address, requestId }) => {
      const attempt = { ...body, purpose: 'invitation' } as const;
      await known(address, () =>
        setPasswordByLink(services, attempt, (tx, user, passwordHash) =>
          acceptAs(tx, { user, passwordHash, values: body, requestId }),
        ),
      );
    }),
  ];
}
