import type { GraphQLError } from 'graphql';
import { type AuthInfo, authInfo } from '#schema/rest/auth-info.ts';
import { refreshToken as refreshOperation } from '#schema/rest/auth.ts';
import { addressOf } from './address.ts';
import type { Caller } from './caller.ts';
import { callerHeaders } from './caller.ts';
import type { CallsOptions } from './calls.ts';
import { Calls } from './calls.ts';
import { errorOfAnswer, refusal, unreadable } from './errors.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

interface RefreshRequest {
  readonly caller: Caller;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Exchanges a refresh token for new tokens; rejects with the error for the client. */
export type Refresh = (request: RefreshRequest) => Promise<AuthInfo>;

/** Single flight: concurrent requests with the same refresh token share one refresh. `timeout` in milliseconds. */
export function createRefresh(upstream: Upstream, timeout: number, report: CallsOptions['report'] = () => {}): Refresh {
  const inFlight = new Map<string, Promise<AuthInfo>>();
  return (request) => {
    const shared = inFlight.get(request.refreshToken);
    if (shared) return shared;
    // A client that disconnects does not abort the refresh: other requests may wait for it, and the old token is used
    // up either way.
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
  if (answer.status !== 200) throw refreshRefusal(answer);
  return readPair(answer);
}

/** Only /api's own "invalid or expired" may sign a user out; /api answers 400 for a text that never was a token. */
function refreshRefusal(answer: UpstreamAnswer): GraphQLError {
  const error = errorOfAnswer(answer);
  if (error.extensions.code !== 'BAD_USER_INPUT') return error;
  const extensions = { messageKey: 'messages.sessionExpired' };
  return refusal(401, { message: 'Session expired, please log in again.', extensions });
}

// During a rolling update an earlier version of the API may answer, which does not send these two.
const { secondStepDemand, timeZone } = authInfo.shape;
const pair = authInfo.extend({ secondStepDemand: secondStepDemand.default(null), timeZone: timeZone.default('') });

function readPair(answer: UpstreamAnswer): AuthInfo {
  try {
    return pair.parse(answer.value());
  } catch {
    throw unreadable();
  }
}
