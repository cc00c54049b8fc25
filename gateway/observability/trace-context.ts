import type { IncomingHttpHeaders } from 'node:http';

/** W3C trace context, as a request brings it and as a call passes it on. */
export type TraceHeaders = Readonly<Record<string, string>>;

const none: TraceHeaders = {};
const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const longestState = 512;

/** The trace a request belongs to; nothing where its header is not one. */
export function traceHeadersOf({ traceparent, tracestate }: IncomingHttpHeaders): TraceHeaders {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return none;
  const state = typeof tracestate === 'string' && tracestate.length <= longestState ? { tracestate } : none;
  return { traceparent, ...state };
}
