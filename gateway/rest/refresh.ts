import { GraphQLError } from 'graphql';
import type { AuthInfo } from '#schema/rest/auth.ts';
import { authInfo, refreshToken as refreshOperation } from '#schema/rest/auth.ts';
import { addressOf } from './address.ts';
import type { Caller } from './caller.ts';
import { callerHeaders } from './caller.ts';
import { errorOfAnswer, errorOfFailure, unreadable } from './errors.ts';
import { outOfTime } from './failures.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

interface RefreshRequest {
  readonly caller: Caller;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Exchanges a refresh token for its successors; rejects with what the client should be told. */
export type Refresh = (request: RefreshRequest) => Promise<AuthInfo>;

/** One refresh in flight per refresh token, however many requests ask for it at once. */
export function createRefresh(upstream: Upstream, timeout: number): Refresh {
  const inFlight = new Map<string, Promise<AuthInfo>>();
  return (request) => {
    const shared = inFlight.get(request.refreshToken);
    if (shared) return shared;
    const own = exchange(upstream, timeout, request).finally(() => inFlight.delete(request.refreshToken));
    inFlight.set(request.refreshToken, own);
    return own;
  };
}

async function exchange(upstream: Upstream, timeout: number, request: RefreshRequest): Promise<AuthInfo> {
  const { caller, accessToken, refreshToken } = request;
  // No client's leaving aborts this: others may wait for it, and the old token is spent either way.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(outOfTime), timeout);
  const answer = await upstream
    .send({
      method: refreshOperation.method,
      path: addressOf(refreshOperation),
      headers: { ...callerHeaders(caller), 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken, refreshToken }),
      signal: deadline.signal,
    })
    .catch((error: unknown) => {
      throw errorOfFailure(error);
    })
    .finally(() => clearTimeout(timer));
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
    return authInfo.parse(JSON.parse(answer.body));
  } catch {
    throw unreadable();
  }
}
