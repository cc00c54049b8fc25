import { GraphQLError } from 'graphql';
import type { Operation } from '#schema/rest/operation.ts';
import { errorOfFailure } from './errors.ts';
import { CallEnd } from './call-signal.ts';
import { clientDisconnected, failureOf, timedOut } from './failures.ts';
import { sendWithRetry } from './retry.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** The outcome of a call for log and metrics, by path template, never by address. */
export interface CallReport {
  readonly operation: string;
  readonly template: string;
  /** The status of the answer, or the reason why there is none. `unsent`: the sender of the file caused the failure. */
  readonly outcome: number | string;
  readonly milliseconds: number;
}

/** One call as part of a trace. */
export interface CallTrace {
  /** The headers that attach the call's own spans to this trace. */
  readonly headers: Readonly<Record<string, string>>;
  end(outcome: CallReport['outcome']): void;
}

export interface CallsOptions {
  readonly upstream: Upstream;
  /** In milliseconds, retry included: for a call, and for a call with a file. */
  readonly timeouts: { readonly call: number; readonly upload: number };
  readonly report: (call: CallReport) => void;
  readonly trace?: (operation: Operation) => CallTrace;
}

/** The calls in flight for one request. All of them end with the request. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #open = new Set<CallEnd>();
  #gone = false;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Sends one call within its time limit; rejects with the error for the client. */
  async send(operation: Operation, request: Omit<UpstreamRequest, 'method' | 'signal'>): Promise<UpstreamAnswer> {
    const start = performance.now();
    const { upstream, timeouts, report } = this.#options;
    const trace = this.#options.trace?.(operation);
    const headers = trace ? { ...request.headers, ...trace.headers } : request.headers;
    const end = new CallEnd();
    if (this.#gone) end.abort(clientDisconnected);
    const time = typeof request.body === 'object' ? timeouts.upload : timeouts.call;
    const timer = setTimeout(() => end.abort(timedOut), time);
    this.#open.add(end);
    let outcome: number | string = 'other';
    try {
      const { path, body } = request;
      const answer = await sendWithRetry(upstream, { method: operation.method, path, headers, body, signal: end });
      outcome = answer.status;
      return answer;
    } catch (error) {
      // A body that breaks off reports the reason itself.
      outcome = error instanceof GraphQLError ? 'unsent' : failureOf(error);
      throw error instanceof GraphQLError ? error : errorOfFailure(error);
    } finally {
      clearTimeout(timer);
      this.#open.delete(end);
      const milliseconds = Math.round(performance.now() - start);
      trace?.end(outcome);
      report({ operation: operation.name, template: `${operation.method} ${operation.path}`, outcome, milliseconds });
    }
  }

  abort(): void {
    this.#gone = true;
    for (const call of this.#open) call.abort(clientDisconnected);
  }
}
