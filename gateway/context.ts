import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Caller } from './rest/caller.ts';
import type { CallReport } from './rest/calls.ts';
import { Calls } from './rest/calls.ts';
import { RestClient } from './rest/client.ts';
import type { Refresh } from './rest/refresh.ts';
import { Session } from './rest/session.ts';
import type { Upstream } from './rest/upstream.ts';
import { clientAddress } from './http/client-address.ts';
import { requestIdOf } from './http/request-id.ts';

/** What every resolver gets, made anew for each GraphQL operation. */
export interface Context {
  readonly client: RestClient;
  readonly requestId: string;
  /** Notes what the operation calls itself, for the log. */
  readonly named: (operation: string) => void;
}

export interface ContextParts {
  readonly upstream: Upstream;
  readonly refresh: Refresh;
  readonly callTimeout: number;
  readonly log: Logger;
}

/** Calls to /api that one GraphQL operation may cause. */
const callBudget = 20;

export function createContext(parts: ContextParts, request: Request, response: Response): Context {
  const { upstream, refresh, callTimeout, log } = parts;
  const caller = callerOf(request, response);
  const session = new Session(caller, refresh, (pair) => {
    if (response.headersSent) return;
    response.set({
      'x-access-token': pair.accessToken,
      'x-refresh-token': pair.refreshToken,
      'access-control-expose-headers': 'x-access-token, x-refresh-token',
    });
  });
  const report = (call: CallReport) => {
    const failed = typeof call.outcome === 'string' || call.outcome >= 500;
    log[failed && call.outcome !== 'gone' ? 'warn' : 'debug']({ requestId: caller.requestId, ...call }, 'call');
  };
  const calls = new Calls({ upstream, timeout: callTimeout, report });
  const client = new RestClient({ calls, caller, session, budget: callBudget });
  response.on('close', () => {
    if (!response.writableFinished) client.abort();
  });
  const named = (operation: string) => {
    response.locals.operation = operation;
  };
  return { client, requestId: caller.requestId, named };
}

function callerOf(request: Request, response: Response): Caller {
  return {
    requestId: requestIdOf(response),
    address: clientAddress(request),
    userAgent: request.get('user-agent'),
    authorization: request.get('authorization'),
    refreshToken: request.get('x-refresh-token'),
  };
}
