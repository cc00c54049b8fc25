import { createOwnPasswordCheck } from '#api/domains/auth/passwords.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/second-factor.ts';
import { demandOf } from './demand.ts';
import { secondFactorOf } from './detail.ts';
import { beginFactor, confirmFactor, removeFactor, renewCodes, turnOff } from './write.ts';

/** The operations on one's own second step, and its removal by an administrator. The sign-in itself is in `auth`. */
export function secondFactorRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>): Route[] {
  const assertOwnPassword = createOwnPasswordCheck(services);
  // Six digits are easier to guess than a password, and an attacker who has taken over a session has days to try.
  const limits = [
    createRateLimit(services, { name: 'own-code', points: 10, seconds: 15 * 60 }),
    createRateLimit(services, { name: 'own-code-day', points: 30, seconds: 24 * 60 * 60 }),
  ];
  const countCode = async (userId: string): Promise<void> => {
    for (const limit of limits) await limit.take(userId);
  };

  return [
    route(operations.mySecondFactor, async ({ caller }) => ({
      ...(await secondFactorOf(services.db, caller.userId)),
      demand: demandOf(services.settings, caller.kind),
    })),

    route(operations.beginSecondFactor, async ({ caller, body }) => {
      await assertOwnPassword(caller.userId, body.password);
      return beginFactor(services, caller);
    }),

    route(operations.confirmSecondFactor, async ({ caller, requestId, body: { code } }) => {
      await countCode(caller.userId);
      return { recoveryCodes: await confirmFactor(services, { caller, requestId, code }) };
    }),

    route(operations.renewRecoveryCodes, async ({ caller, requestId, body: { password, code } }) => {
      await assertOwnPassword(caller.userId, password);
      await countCode(caller.userId);
      return { recoveryCodes: await renewCodes(services, { caller, requestId, code }) };
    }),

    route(operations.turnOffSecondFactor, async ({ caller, requestId, body: { password, code } }) => {
      await assertOwnPassword(caller.userId, password);
      await countCode(caller.userId);
      await turnOff(services, { caller, requestId, code });
    }),

    route(operations.removeSecondFactor, async ({ caller, requestId, params: { id }, body: { password } }) => {
      await assertOwnPassword(caller.userId, password);
      await removeFactor(services, { caller, requestId, id });
    }),
  ];
}
