import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Language } from '#schema/languages.ts';
import type { Caller } from './rest/caller.ts';
import type { CallReport } from './rest/calls.ts';
import { Calls } from './rest/calls.ts';
import { Entities } from './graph/entities.ts';
import { RestClient } from './rest/client.ts';
import type { Refresh } from './rest/refresh.ts';
import { Session } from './rest/session.ts';
import type { Upstream } from './rest/upstream.ts';
import type { Metrics } from './observability/metrics.ts';
import { traceHeadersOf } from './observability/trace-context.ts';
import type { Tracing } from './observability/tracing.ts';
import { acceptedLanguage } from './http/accepted-language.ts';
import { clientAddress } from './http/client-address.ts';
import { deviceOf, keepDevice } from './http/device-cookie.ts';
import { requestIdOf } from './http/request-id.ts';

/** The context of resolvers; each GraphQL operation has its own. */
export interface Context {
  readonly client: RestClient;
  /** Loads the rows that fields need and that the operation's calls do not return. */
  readonly entities: Entities;
  readonly requestId: string;
  /** The caller's language by the header `accept-language`; English when the header has none of ours. */
  readonly language: () => Language;
  /** Names the operation in the log. */
  readonly nameOperation: (name: string | null | undefined) => void;
  /** The values of the operation's root fields, by their keys in the answer (pipeline/execute.ts). */
  readonly resolved: Map<string | number, Promise<unknown>>;
}

export interface ContextParts {
  readonly upstream: Upstream;
  readonly refresh: Refresh;
  /** In milliseconds. Uploads have a limit of their own, since a video may take minutes. */
  readonly timeouts: { readonly body: number; readonly call: number; readonly upload: number };
  /** Whether PUBLIC_URL has TLS. */
  readonly behindTls: boolean;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
}

/** Calls to /api that one GraphQL operation may cause. */
const callBudget = 20;

export function createContext(parts: ContextParts, request: Request, response: Response): Context {
  const { upstream, refresh, timeouts, log, metrics, tracing } = parts;
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
    metrics?.called(call);
    const level = levelOf(call.outcome);
    if (log.isLevelEnabled(level)) log[level]({ requestId: caller.requestId, ...call }, 'call');
  };
  const trace = tracing?.request(caller.traceContext ?? {}, caller.requestId);
  const calls = new Calls({ upstream, timeouts, report, trace: trace?.call });
  const onDevice = (device: string): void => {
    if (!response.headersSent) keepDevice({ request, response, behindTls: parts.behindTls, device });
  };
  const client = new RestClient({ calls, caller, session, budget: callBudget, onDevice });
  response.on('close', () => {
    if (!response.writableFinished) client.abort();
    client.forget();
    const { operation }: { operation?: string } = response.locals;
    trace?.end({ operation, status: response.statusCode });
  });
  const nameOperation: Context['nameOperation'] = (name) => {
    response.locals.operation = (name ?? 'anonymous').slice(0, 60);
  };
  const language = () => acceptedLanguage(request);
  const entities = new Entities(client);
  return {
    client,
    entities,
    language,
    requestId: caller.requestId,
    nameOperation,
    resolved: new Map(),
  };
}

// A failed call of /api is a warning. A client that disconnects or sends a broken file is no fault of ours.
function levelOf(outcome: CallReport['outcome']): 'debug' | 'info' | 'warn' {
  if (typeof outcome === 'number') return outcome < 500 ? 'debug' : 'warn';
  if (outcome === 'gone') return 'debug';
  return outcome === 'unsent' ? 'info' : 'warn';
}

/** The sender of a request. */
export function callerOf(request: Request, response: Response): Caller {
  return {
    requestId: requestIdOf(response),
    address: clientAddress(request),
    userAgent: request.headers['user-agent'],
    clientHints: hintsOf(request),
    traceContext: traceHeadersOf(request.headers),
    authorization: request.headers.authorization,
    refreshToken: request.get('x-refresh-token'),
    device: deviceOf(request),
  };
}

// Reports take a visitor's system and browser from these headers and the user agent.
const hintHeaders = ['sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-platform-version'];

function hintsOf({ headers }: Request): Record<string, string> {
  const hints: Record<string, string> = {};
  for (const name of hintHeaders) {
    const hint = headers[name];
    if (typeof hint === 'string') hints[name] = hint;
  }
  return hints;
}
