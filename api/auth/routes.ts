import { isDemoSignIn } from '#api/demo/access.ts';
import { forbidden, unauthorized } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { login, logout, refreshToken } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { hashingTurn } from './hashing-turns.ts';
import { linkRoutes } from './link-routes.ts';
import { createLoginLimits } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';
import { hashOf } from './refresh-tokens.ts';
import { closeSession, openSession, renewSession } from './sessions.ts';
import { type Account, findAccount } from './store.ts';

export function authRoutes(services: Services): Route[] {
  const limits = createLoginLimits(services.pool);

  return [
    route(login, async ({ body, address }) => {
      const account = await findAccount(services.db, body.email);
      const attempt = { account: account?.id ?? unknownAccount(body.email), address };
      await limits.assertOpen(attempt);
      const right = await hashingTurn(async () => {
        await limits.take(attempt);
        return verifyPassword(body.password, account?.passwordHash);
      });
      if (!account || !right) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
      await limits.giveBack(attempt);
      assertActive(account);
      if (!services.settings.demoSignIn && isDemoSignIn(account, body.password)) throw demoSignInOff();
      return openSession(services, account, body.rememberMe);
    }),

    route(refreshToken, async ({ body }) => {
      const renewed = await renewSession(services, body.refreshToken);
      if (!renewed) throw unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
      return renewed;
    }),

    route(logout, async ({ caller: { sessionId } }) => {
      if (sessionId !== null) await closeSession(services.db, sessionId, 'logout');
    }),

    ...linkRoutes(services, limits),
  ];
}

// An unknown account is locked out like a known one, or the lock would tell them apart.
const unknownAccount = (emailOrUsername: string): string =>
  `unknown ${hashOf(emailOrUsername.normalize('NFKC').toLowerCase())}`;

// In clear words, as the password is no secret: who set this up has to know why it does not work.
const demoSignInOff = () =>
  forbidden('messages.demoSignInOff', 'The demo accounts cannot sign in here, as everybody knows their password.');

function assertActive({ status }: Account): void {
  if (status === UserStatus.DEACTIVATED)
    throw forbidden('messages.accountDeactivated', 'Your account has been deactivated.');
  if (status !== UserStatus.ACTIVED)
    throw forbidden('messages.accountNotActivated', 'Your account has not been activated.');
}
