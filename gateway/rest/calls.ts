import { GraphQLError } from 'graphql';
import type { Operation } from '#schema/rest/operation.ts';
import { errorOfFailure } from './errors.ts';
import { CallEnd } from './call-signal.ts';
import { clientGone, failureOf, outOfTime } from './failures.ts';
import { sendWithRetry } from './retry.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** What became of a call, for log and measurement; a path template, never an address. */
export interface CallReport {
  readonly operation: string;
  readonly template: string;
  /** The status of the answer, or why there was none; `unsent` is the fault of who sent the file. */
  readonly outcome: number | string;
  readonly milliseconds: number;
}

/** One call as part of a trace. */
export interface CallTrace {
  /** What ties the call's own work to it. */
  readonly headers: Readonly<Record<string, string>>;
  end(outcome: CallReport['outcome']): void;
}

export interface CallsOptions {
  readonly upstream: Upstream;
  /** Milliseconds that one call may take, its second try included, and those that one with a file may. */
  readonly timeouts: { readonly call: number; readonly upload: number };
  readonly report: (call: CallReport) => void;
  readonly trace?: (operation: Operation) => CallTrace;
}

/** The calls under way for one request; all of them end with it. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #open = new Set<CallEnd>();
  #gone = false;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Sends one call within its time; rejects with what the client should see. */
  async send(operation: Operation, request: Omit<UpstreamRequest, 'method' | 'signal'>): Promise<UpstreamAnswer> {
    const start = performance.now();
    const { upstream, timeouts, report } = this.#options;
    const trace = this.#options.trace?.(operation);
    const headers = trace ? { ...request.headers, ...trace.headers } : request.headers;
    const end = new CallEnd();
    if (this.#gone) end.abort(clientGone);
    const time = typeof request.body === 'object' ? timeouts.upload : timeouts.call;
    const timer = setTimeout(() => end.abort(outOfTime), time);
    this.#open.add(end);
    let outcome: number | string = 'other';
    try {
      const answer = await sendWithRetry(upstream, {
        ...request,
        headers,
        method: operation.method,
        signal: end,
      });
      outcome = answer.status;
      return answer;
    } catch (error) {
      // A body that could not be sent to its end says itself why.
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
    for (const call of this.#open) call.abort(clientGone);
  }
}
