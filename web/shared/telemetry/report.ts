/** An event for an installation's monitoring. It never contains a code, a token, a name or an address. */
export type TelemetryEvent =
  | {
      readonly type: 'error';
      readonly name: string;
      readonly message: string;
      readonly stack?: string | undefined;
    }
  | { readonly type: 'call'; readonly operation: string | undefined; readonly status: number }
  | { readonly type: 'vital'; readonly name: string; readonly value: number };

type Sink = (event: TelemetryEvent) => void;

let sink: Sink | undefined;

/** Sets the receiver of reports; without one, reports are dropped. */
export function reportTo(taker: Sink): void {
  sink = taker;
}

/** Reports an event when there is a receiver. */
export const report: Sink = (event) => sink?.(event);

/** Reports a thrown value. */
export function reportError(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  report({ type: 'error', name: error.name, message: error.message, stack: error.stack });
}
