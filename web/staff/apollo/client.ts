import { ApolloClient, ApolloLink } from '@apollo/client';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { claimsOf } from '#web/staff/auth/access-token.ts';
import { loginInfo, onLoginInfoChange, renewTokens } from '#web/staff/auth/login-info.ts';
import { session } from '#web/staff/auth/staff-session.ts';
import { createStaffCache } from './cache.ts';
import { persistedLink } from './persisted.ts';
import { problemLink } from './problem-link.ts';
import { createSessionLink } from './session-link.ts';

// The gateway renews an expired pair by itself and hands the successor back beside the answer.
function takeRenewedPair(headers: Headers): void {
  const accessToken = headers.get('x-access-token');
  const refreshToken = headers.get('x-refresh-token');
  if (accessToken !== null && refreshToken !== null) renewTokens({ accessToken, refreshToken });
}

export const staffClient = new ApolloClient({
  link: ApolloLink.from([problemLink, createSessionLink(session), persistedLink, createHttpLink(takeRenewedPair)]),
  cache: createStaffCache(),
});

const holder = () => claimsOf(loginInfo()?.accessToken ?? '')?.sub;
let remembered = holder();

// What one person read is not the next one's to see, whichever tab they signed in from.
onLoginInfoChange(() => {
  const now = holder();
  if (now !== remembered) void staffClient.clearStore();
  remembered = now;
});
