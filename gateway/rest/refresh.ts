import { GraphQLError } from 'graphql';
import type { AuthInfo } from '#schema/rest/auth.ts';
import { authInfo, refreshToken as refreshOperation } from '#schema/rest/auth.ts';
import { addressOf } from './address.ts';
import type { Caller } from './caller.ts';
import { callerHeaders } from './caller.ts';
import type { CallsOptions } from './calls.ts';
import { Calls } from './calls.ts';
import { errorOfAnswer, unreadable } from './errors.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

interface RefreshRequest {
  readonly caller: Caller;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Exchanges a refresh token for its successors; rejects with what the client should be told. */
export type Refresh = (request: RefreshRequest) => Promise<AuthInfo>;

/** One refresh in flight per refresh token, however many requests ask for it at once; `timeout` in milliseconds. */
export function createRefresh(upstream: Upstream, timeout: number, report: CallsOptions['report'] = () => {}): Refresh {
  const inFlight = new Map<string, Promise<AuthInfo>>();
  return (request) => {
    const shared = inFlight.get(request.refreshToken);
    if (shared) return shared;
    // No client's leaving aborts this: others may wait for it, and the old token is spent either way.
    const calls = new Calls({ upstream, timeouts: { call: timeout, upload: timeout }, report });
    const own = exchange(calls, request).finally(() => inFlight.delete(request.refreshToken));
    inFlight.set(request.refreshToken, own);
    return own;
  };
}

async function exchange(calls: Calls, { caller, accessToken, refreshToken }: RefreshRequest): Promise<AuthInfo> {
  const answer = await calls.send(refreshOperation, {
    path: addressOf(refreshOperation),
    headers: { ...callerHeaders(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken, refreshToken }),
  });
  if (answer.status !== 200) throw refusal(answer);
  return readPair(answer);
}

/** Only the API's own "invalid or expired" may sign anybody out; 400 is what it says of a token that never was one. */
function refusal(answer: UpstreamAnswer): GraphQLError {
  const error = errorOfAnswer(answer);
  if (error.extensions.code !== 'BAD_USER_INPUT') return error;
  return new GraphQLError('Session expired, please log in again.', {
    extensions: { code: 'UNAUTHENTICATED', status: 401, messageKey: 'messages.sessionExpired' },
  });
}

function readPair(answer: UpstreamAnswer): AuthInfo {
  try {
    return authInfo.parse(answer.value());
  } catch {
    throw unreadable();
  }
}
