import type { IncomingHttpHeaders } from 'node:http';

/** W3C trace context of a request, passed on with calls of /api. */
export type TraceHeaders = Readonly<Record<string, string>>;

const none: TraceHeaders = {};
const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const longestState = 512;

/** The trace context of a request; empty when the header is malformed. */
export function traceHeadersOf({ traceparent, tracestate }: IncomingHttpHeaders): TraceHeaders {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return none;
  const state = typeof tracestate === 'string' && tracestate.length <= longestState ? { tracestate } : none;
  return { traceparent, ...state };
}
