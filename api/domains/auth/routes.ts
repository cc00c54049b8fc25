import { recordChange } from '#api/domains/audit/record.ts';
import { forbidden, unauthorized } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { isDemoSignIn } from './demo-access.ts';
import { linkRoutes } from './link-routes.ts';
import { createLoginLimits } from './login-limits.ts';
import { createNewDeviceNotice } from './new-device.ts';
import { placeOf, rememberPlace } from './places.ts';
import { myAccount, updateMyAccount } from '#schema/rest/own-account.ts';
import { accountOf, updateAccount } from './own-account.ts';
import { changePassword, endOtherSessions, endSession, sessionsOf } from './own-sessions.ts';
import { createOwnPassword, withHashingSlot, verifyPassword } from './passwords.ts';
import { type Account, closeSession, findAccount, openSession, renewSession } from './sessions.ts';
import { hashOf } from './tokens.ts';

export function authRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>): Route[] {
  const limits = createLoginLimits(services);
  const assertOwnPassword = createOwnPassword(services);
  const noticeNewDevice = createNewDeviceNotice(services);

  return [
    route(operations.login, async ({ body, device, requestId, ...origin }) => {
      const { address } = origin;
      const account = await findAccount(services.db, body.email);
      const place = await placeOf(services.db, account?.id, { address, device });
      const attempt = { account: account?.id ?? unknownAccount(body.email), address, place };
      await limits.assertOpen(attempt);
      const right = await withHashingSlot(async () => {
        await limits.take(attempt);
        return verifyPassword(body.password, account?.passwordHash);
      });
      if (account && !right) {
        const after = { network: shortened(address) };
        const change = { action: 'refuse-sign-in', entity: 'users', entityId: account.id, after };
        await recordChange(services.db, { userId: null, requestId }, change);
      }
      if (!account || !right) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
      await limits.giveBack(attempt);
      assertActive(account);
      if (!services.settings.demoSignIn && isDemoSignIn(account, body.password)) throw demoSignInOff();
      const info = await openSession(services, account, {
        remembered: body.rememberMe,
        request: { ...origin, requestId },
      });
      await noticeNewDevice({ userId: account.id, place, device, ...origin });
      await rememberPlace(services.db, account.id, { address, device });
      return info;
    }),

    route(operations.refreshToken, async ({ body, requestId }) => {
      const renewed = await renewSession(services, body.refreshToken, requestId);
      if (!renewed) throw unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
      return renewed;
    }),

    route(operations.logout, async ({ caller: { sessionId } }) => {
      if (sessionId !== null) await closeSession(services.db, sessionId, 'logout');
    }),

    route(operations.mySessions, async ({ caller }) => sessionsOf(services.db, caller)),

    route(operations.endSession, async ({ caller, requestId, params }) =>
      endSession(services, params.id, { caller, requestId }),
    ),

    route(operations.endOtherSessions, async ({ caller, requestId }) =>
      endOtherSessions(services, { caller, requestId }),
    ),

    route(operations.changePassword, async ({ caller, requestId, body: values }) =>
      changePassword(services, { caller, requestId, values, assertOwnPassword }),
    ),

    route(myAccount, async ({ caller }) => accountOf(services.db, caller)),

    route(updateMyAccount, async ({ caller, requestId, body: values }) =>
      updateAccount(services, { caller, requestId, values }),
    ),

    ...linkRoutes(services, limits),
  ];
}

// Unknown accounts are locked out like known ones, so that a lockout does not tell whether an account exists.
const unknownAccount = (emailOrUsername: string): string =>
  `unknown ${hashOf(emailOrUsername.normalize('NFKC').toLowerCase())}`;

// A clear message, since the demo password is public and the person who set this up needs the reason.
const demoSignInOff = () =>
  forbidden('messages.demoSignInOff', 'Demo accounts can’t sign in here: their password is public.');

function assertActive({ status }: Account): void {
  if (status === UserStatus.DEACTIVATED)
    throw forbidden('messages.accountDeactivated', 'Your account has been deactivated.');
  if (status !== UserStatus.ACTIVED)
    throw forbidden('messages.accountNotActivated', 'Your account has not been activated.');
}
