import type { Operation } from '#schema/rest/operation.ts';
import { errorOfFailure } from './errors.ts';
import { clientGone, failureOf, outOfTime } from './failures.ts';
import { sendWithRetry } from './retry.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** What became of a call, for log and measurement; a path template, never an address. */
export interface CallReport {
  readonly operation: string;
  readonly template: string;
  /** The status of the answer, or why there was none. */
  readonly outcome: number | string;
  readonly milliseconds: number;
}

export interface CallsOptions {
  readonly upstream: Upstream;
  /** Milliseconds that one call may take, its second try included. */
  readonly timeout: number;
  readonly report: (call: CallReport) => void;
}

/** The calls under way for one request; all of them end with it. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #open = new Set<AbortController>();
  #gone = false;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Sends one call within its time; rejects with what the client should see. */
  async send(operation: Operation, request: Omit<UpstreamRequest, 'method' | 'signal'>): Promise<UpstreamAnswer> {
    const start = performance.now();
    const { upstream, timeout, report } = this.#options;
    const abort = new AbortController();
    if (this.#gone) abort.abort(clientGone);
    const timer = setTimeout(() => abort.abort(outOfTime), timeout);
    this.#open.add(abort);
    let outcome: number | string = 'other';
    try {
      const answer = await sendWithRetry(upstream, { ...request, method: operation.method, signal: abort.signal });
      outcome = answer.status;
      return answer;
    } catch (error) {
      outcome = failureOf(error);
      throw errorOfFailure(error);
    } finally {
      clearTimeout(timer);
      this.#open.delete(abort);
      const milliseconds = Math.round(performance.now() - start);
      report({ operation: operation.name, template: `${operation.method} ${operation.path}`, outcome, milliseconds });
    }
  }

  abort(): void {
    this.#gone = true;
    for (const call of this.#open) call.abort(clientGone);
  }
}
