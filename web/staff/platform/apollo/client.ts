import { ApolloClient, ApolloLink } from '@apollo/client';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { claimsOf } from '#web/staff/platform/session/access-token.ts';
import { loginInfo, onLoginInfoChange, renewTokens } from '#web/staff/platform/session/login-info.ts';
import { session } from './staff-session.ts';
import { createStaffCache } from './cache.ts';
import { persistedLink } from './tokenless-client.ts';
import { problemLink } from './problem-link.ts';
import { createSessionLink } from './session-link.ts';
import { cacheAndNetwork } from './freshness.ts';
import { staleLink } from './stale-link.ts';

// The gateway renews an expired pair of tokens and returns the new pair in the response headers.
function takeRenewedPair(headers: Headers): void {
  const accessToken = headers.get('x-access-token');
  const refreshToken = headers.get('x-refresh-token');
  if (accessToken !== null && refreshToken !== null) renewTokens({ accessToken, refreshToken });
}

export const staffClient = new ApolloClient({
  link: ApolloLink.from([
    staleLink,
    problemLink,
    createSessionLink(session),
    persistedLink,
    createHttpLink(takeRenewedPair),
  ]),
  cache: createStaffCache(),
  defaultOptions: { watchQuery: cacheAndNetwork },
  // A refetch after a mutation must not share the response of the same query that was sent before the mutation.
  queryDeduplication: false,
});

const holder = () => claimsOf(loginInfo()?.accessToken ?? '')?.sub;
let remembered = holder();

// When another user signs in, in any tab, the cache of the previous user is cleared.
onLoginInfoChange(() => {
  const now = holder();
  if (now !== remembered) void staffClient.clearStore();
  remembered = now;
});
