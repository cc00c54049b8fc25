import type { Context, Span } from '@opentelemetry/api';
import type { CallTrace } from '#gateway/rest/calls.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { Settings } from '#gateway/settings.ts';
import type { TraceHeaders } from './trace-context.ts';

/** The span of one GraphQL request, with the spans of its calls as children. */
export interface RequestTrace {
  readonly call: (operation: Operation) => CallTrace;
  end(outcome: { readonly operation: string | undefined; readonly status: number }): void;
}

export type TracingSettings = Exclude<Settings['tracing'], '' | undefined>;

export interface Tracing {
  /** Starts the span of a request in the trace of its header, or in a new trace. */
  request(headers: TraceHeaders, requestId: string): RequestTrace;
  /** Exports the collected spans within a time limit. */
  close(): Promise<void>;
}

const longestFlush = 2_000;

/**
 * Sends spans to an OTLP collector (`url` takes OTLP as JSON over HTTP). Spans carry operation names and path
 * templates, never addresses or variables.
 */
export async function startTracing({ url, serviceName, share }: TracingSettings): Promise<Tracing> {
  // Loaded here, since an import at the top would load the libraries in gateways without tracing.
  const { createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = await import('@opentelemetry/sdk-trace');
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('manabook-gateway');

  const parentOf = ({ traceparent, tracestate }: TraceHeaders): Context => {
    const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
    const traceState = tracestate === undefined ? undefined : createTraceState(tracestate);
    const traceFlags = Number.parseInt(flags ?? '0', 16);
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, traceState, isRemote: true });
  };
  const finish = (span: Span, failure: string | undefined): void => {
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
    span.end();
  };
  return {
    request(headers, requestId) {
      const attributes = { 'http.route': '/graphql', 'manabook.request_id': requestId };
      const span = tracer.startSpan('graphql', { kind: SpanKind.SERVER, attributes }, parentOf(headers));
      const own = trace.setSpan(ROOT_CONTEXT, span);
      return {
        call({ method, path }) {
          const named = { 'http.request.method': method, 'url.template': `/api${path}` };
          const call = tracer.startSpan(`${method} /api${path}`, { kind: SpanKind.CLIENT, attributes: named }, own);
          return {
            headers: headersOf(call),
            end(outcome) {
              if (typeof outcome === 'number') call.setAttribute('http.response.status_code', outcome);
              finish(call, typeof outcome === 'number' && outcome < 400 ? undefined : String(outcome));
            },
          };
        },
        end({ operation = 'unnamed', status }) {
          span.updateName(`graphql ${operation}`);
          span.setAttributes({ 'graphql.operation.name': operation, 'http.response.status_code': status });
          finish(span, status < 500 ? undefined : String(status));
        },
      };
    },
    close: () => atMost(longestFlush, provider.shutdown()),
  };
}

function headersOf(span: Span): TraceHeaders {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, '0');
  const traceparent = `00-${traceId}-${spanId}-${flags}`;
  return traceState ? { traceparent, tracestate: traceState.serialize() } : { traceparent };
}

// A collector that does not answer must not keep the process from ending.
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
