/** The signal that ends a call early; every `AbortSignal` is one. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A light `AbortController` for calls that mostly end by themselves. A listener on the platform's `AbortSignal` keeps
 * everything in its closure, such as a whole answer, until the next full garbage collection.
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
