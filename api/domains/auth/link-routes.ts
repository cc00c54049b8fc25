import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { users } from '#api/ground/db/schema.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import {
  acceptInvitation,
  confirmEmail as confirmEmailOperation,
  forgotPassword,
  passwordLink,
  updatePassword,
} from '#schema/rest/auth.ts';
import { acceptAs } from './accept.ts';
import { findLink, linkInvalid } from './account-links.ts';
import { confirmEmail } from './email-change.ts';
import { requestLink } from './jobs.ts';
import { createLinkLimits } from './link-limits.ts';
import type { LoginLimits } from './login-limits.ts';
import { rememberPlace } from './places.ts';
import { createOwnPasswordCheck } from './passwords.ts';
import { closeSessionsOf } from './sessions.ts';
import { setPasswordByLink } from './set-password.ts';

/** The operations that use mailed links. */
export function linkRoutes(
  services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>,
  loginLimits: LoginLimits,
): Route[] {
  const limits = createLinkLimits(services);
  const assertOwnPassword = createOwnPasswordCheck(services);

  // Counts an unknown token, and answers 429 to a network that sent too many.
  async function foundOrCounted<Found>(
    address: string,
    find: () => Promise<Found | undefined>,
    status?: 404,
  ): Promise<Found> {
    await limits.unknownTokens.assertOpen(address);
    const found = await find();
    if (found !== undefined) return found;
    await limits.unknownTokens.take(address);
    throw linkInvalid(status);
  }

  return [
    route(forgotPassword, async ({ body, address, device }) => {
      const { byOwner } = await limits.takeRequest({ email: body.email, address, device });
      await services.jobs.add(services.db, requestLink, { ...body, byOwner });
      return { validHours: services.settings.resetLinkHours };
    }),

    route(passwordLink, async ({ query, address }) => {
      const { link, user, sender, schoolName, state } = await foundOrCounted(
        address,
        () => findLink(services.db, query.token),
        404,
      );
      const { purpose, expiresAt } = link;
      const account = { ...user, email: link.email ?? user.email };
      const people =
        state === 'live'
          ? { account, invitedBy: sender, schoolName }
          : { account: null, invitedBy: null, schoolName: null };
      return { purpose, state, expiresAt: expiresAt.toISOString(), ...people };
    }),

    route(updatePassword, async ({ body, address, device, requestId }) => {
      const attempt = { ...body, purpose: 'reset' } as const;
      const set = () =>
        setPasswordByLink(services, attempt, async (tx, { id }, passwordHash) => {
          await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
          await closeSessionsOf(tx, [id], 'password');
          const change = { action: 'set-password', entity: 'users', entityId: id };
          await recordChange(tx, { userId: id, requestId }, change);
        });
      const { id } = await foundOrCounted(address, set);
      // Failed sign-ins before the reset do not count any more, and strangers' later ones not on this device.
      await loginLimits.forget(id);
      await rememberPlace(services.db, id, { address, device });
    }),

    route(confirmEmailOperation, async ({ body, address, requestId }) => {
      const found = await foundOrCounted(address, async () => {
        const link = await findLink(services.db, body.token);
        return link?.link.purpose === 'email' ? link : undefined;
      });
      // Otherwise staff who request the change for somebody else could confirm it in their own mailbox.
      if (found.state === 'live' && found.link.requestedById !== null)
        await assertOwnPassword(found.user.id, body.password);
      await confirmEmail(services, found, requestId);
    }),

    route(acceptInvitation, async ({ body, address, device, requestId }) => {
      const attempt = { ...body, purpose: 'invitation' } as const;
      const { id } = await foundOrCounted(address, () =>
        setPasswordByLink(services, attempt, (tx, user, passwordHash) =>
          acceptAs(tx, { user, passwordHash, values: body, requestId }),
        ),
      );
      await rememberPlace(services.db, id, { address, device });
    }),
  ];
}
