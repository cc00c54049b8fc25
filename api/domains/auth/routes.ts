import { beginLogin } from '#api/domains/sign-in-providers/login.ts';
import { ApiProblem, unauthorized } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/auth.ts';
import { authInfoOf } from './auth-info.ts';
import { createBeginLimit } from './begin-limits.ts';
import { linkRoutes } from './link-routes.ts';
import { createLoginLimits } from './login-limits.ts';
import { myAccount, updateMyAccount } from '#schema/rest/own-account.ts';
import { beginPasskeyLogin, passkeyLogin } from '#schema/rest/passkeys.ts';
import { completeLogin } from '#schema/rest/second-factor.ts';
import { beginProviderLogin, providerLogin } from '#schema/rest/sign-in-providers.ts';
import { accountOf, updateAccount } from './own-account.ts';
import { changePassword, endOtherSessions, endSession, sessionsOf } from './own-sessions.ts';
import { createOwnPasswordCheck } from './passwords.ts';
import { closeSession, renewSession } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

export function authRoutes(services: Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>): Route[] {
  const limits = createLoginLimits(services);
  const assertOwnPassword = createOwnPasswordCheck(services);
  const signIn = createSignIn(services, limits);
  // A signature cannot be guessed. The limits only keep a stranger from filling the table and the processor. Correct
  // answers pass even when the limit of wrong ones is used up, so that a stranger in a school's network locks nobody
  // out.
  const passkeyBeginnings = createBeginLimit(services, { name: 'passkey-begin', points: 300 });
  const wrongPasskeys = createRateLimit(services, { name: 'passkey-wrong', points: 60, seconds: 60 });

  const providerBeginnings = createBeginLimit(services, { name: 'provider-begin', points: 60 });
  const wrongAnswers = createRateLimit(services, { name: 'provider-wrong', points: 60, seconds: 60 });

  return [
    route(operations.login, async ({ body, device, requestId, ...origin }) =>
      signIn.withPassword(body, { ...origin, device, requestId }),
    ),

    route(completeLogin, async ({ body, device, requestId, ...origin }) =>
      signIn.withCode(body, { ...origin, device, requestId }),
    ),

    route(beginPasskeyLogin, async ({ body, device, address }) => {
      await passkeyBeginnings.take({ address, device, proof: body.proof });
      return signIn.beginPasskey(body);
    }),

    route(passkeyLogin, async ({ body, device, requestId, ...origin }) => {
      return signIn.withPasskey(body, { ...origin, device, requestId }).catch(async (error: unknown) => {
        if (error instanceof ApiProblem && error.status === 401) await wrongPasskeys.take(origin.address);
        throw error;
      });
    }),

    route(beginProviderLogin, async ({ body, device, address }) => {
      await providerBeginnings.take({ address, device, proof: body.proof });
      return beginLogin(services, body);
    }),

    route(providerLogin, async ({ body, device, requestId, ...origin }) => {
      return signIn.withProvider(body, { ...origin, device, requestId }).catch(async (error: unknown) => {
        if (error instanceof ApiProblem && error.status === 401) await wrongAnswers.take(origin.address);
        throw error;
      });
    }),

    route(operations.refreshToken, async ({ body, requestId }) => {
      const renewed = await renewSession(services, body.refreshToken, requestId);
      if (!renewed) throw unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
      return authInfoOf(services, renewed);
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
