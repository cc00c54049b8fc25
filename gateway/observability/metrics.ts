import type { CallReport } from '#gateway/rest/calls.ts';

/** One answered request. `route` is a template; `operation` is the name that the client sends. */
export interface RequestReport {
  readonly route: string;
  readonly operation: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** Bytes of the request's form; 0 without a form. */
  readonly uploaded: number;
}

/**
 * The gateway's metrics. Label values come from short fixed lists, so that clients cannot make the number of series
 * grow.
 */
export interface Metrics {
  answered(request: RequestReport): void;
  called(call: CallReport): void;
  /** Counts an operation or connection that a limit refused. */
  refused(limit: string): void;
  /** Counts an answer of /graphql that carries an error of this code. */
  failed(code: string): void;
  /** Counts a violation of a page's content security policy, by a directive of a fixed list. */
  violated(directive: string): void;
  /** The content type of Prometheus' text format. */
  readonly type: string;
  text(): Promise<string>;
}

export interface MetricsSources {
  /** The web app's operations; all other names count as `other`. */
  readonly knownOperations: ReadonlySet<string>;
  readonly inFlight: () => number;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Each of these statuses means the same limit on every route.
const limitOfStatus: Readonly<Record<number, string>> = { 408: 'slow', 413: 'size', 429: 'rate' };

export async function createMetrics({ knownOperations, inFlight }: MetricsSources): Promise<Metrics> {
  // Loaded here, since an import at the top would load the library in gateways without metrics.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'manabook_gateway_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['route', 'operation', 'status'],
    buckets: seconds,
    registers,
  });
  const calls = new Histogram({
    name: 'manabook_gateway_call_duration_seconds',
    help: 'Time of a call to /api, its second try included; the outcome is a status or why there was none.',
    labelNames: ['call', 'outcome'],
    buckets: seconds,
    registers,
  });
  const refusals = new Counter({
    name: 'manabook_gateway_refused_total',
    help: 'What was refused, by the limit it met.',
    labelNames: ['limit'],
    registers,
  });
  const errors = new Counter({
    name: 'manabook_gateway_graphql_errors_total',
    help: 'Errors in the answers of /graphql, by code.',
    labelNames: ['code'],
    registers,
  });
  const violations = new Counter({
    name: 'manabook_gateway_csp_violations_total',
    help: 'What browsers report that the content security policy blocked, by directive.',
    labelNames: ['directive'],
    registers,
  });
  const uploads = new Counter({
    name: 'manabook_gateway_upload_bytes_total',
    help: 'Bytes of multipart requests.',
    registers,
  });
  new Gauge({
    name: 'manabook_gateway_requests_in_flight',
    help: 'Requests whose answers have not ended.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  const named = (operation: string) => (knownOperations.has(operation) ? operation : 'other');
  return {
    answered({ route, operation, status, milliseconds, uploaded }) {
      requests.observe(
        { route, operation: operation === undefined ? '' : named(operation), status },
        milliseconds / 1000,
      );
      const limit = limitOfStatus[status];
      if (limit !== undefined) refusals.inc({ limit });
      if (uploaded > 0) uploads.inc(uploaded);
    },
    called: ({ template, outcome, milliseconds }) =>
      calls.observe({ call: template, outcome: String(outcome) }, milliseconds / 1000),
    refused: (limit) => refusals.inc({ limit }),
    failed: (code) => errors.inc({ code }),
    violated: (directive) => violations.inc({ directive }),
    type: registry.contentType,
    text: () => registry.metrics(),
  };
}
