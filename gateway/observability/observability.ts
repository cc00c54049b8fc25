import type { Settings } from '#gateway/settings.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics, MetricsSources } from './metrics.ts';
import { openMetricsPort } from './metrics-port.ts';
import { startTracing } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/** Metrics and tracing of the gateway; neither is loaded unless the settings ask for it. */
export interface Observability {
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
  /** Opens the port of the metrics when they have their own. */
  open(): Promise<void>;
  /** Sends the remaining data and closes. Called last, so that the drain is measured too. */
  close(): Promise<void>;
}

export async function createObservability(settings: Settings, sources: MetricsSources): Promise<Observability> {
  const { port, host, token } = settings.metrics;
  const metrics = port !== undefined || token !== undefined ? await createMetrics(sources) : undefined;
  const tracing = settings.tracing ? await startTracing(settings.tracing) : undefined;
  let closePort = async (): Promise<void> => {};
  return {
    metrics,
    tracing,
    async open() {
      if (metrics && port !== undefined) closePort = await openMetricsPort(metrics, { port, host });
    },
    async close() {
      await Promise.all([closePort(), tracing?.close()]);
    },
  };
}
