/** What is told to whoever watches over an installation: never a code, a token, a name or an address. */
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

/** Where reports go from now on; until then, and where no service is set, they go nowhere. */
export function reportTo(taker: Sink): void {
  sink = taker;
}

/** Tells of something, if anybody listens. */
export const report: Sink = (event) => sink?.(event);

/** Tells of what was thrown. */
export function reportError(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  report({ type: 'error', name: error.name, message: error.message, stack: error.stack });
}
