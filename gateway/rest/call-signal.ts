/** What ends a call early; an `AbortSignal` is one too. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An `AbortController` for the many calls that nothing ends early: a listener on the platform's own keeps all it knows
 * alive until the next full collection, a whole answer among it.
 */
export class CallEnd implements CallSignal {
  readonly #listeners = new Set<() => void>();
  #reason: Error | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of [...this.#listeners]) listener();
  }
}
