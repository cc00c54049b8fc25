import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AnswerMeter } from '#api/ground/http/request-log.ts';
import { createGauges, type Watched } from './system/gauges.ts';

/** The metrics of a process. */
export interface Metrics extends AnswerMeter {
  /** Serves only `/metrics` on its own port; resolves with a function that closes the port. */
  open(at: { readonly port: number; readonly host: string }): Promise<() => Promise<void>>;
}

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export async function createMetrics(watched: Watched): Promise<Metrics> {
  // Loaded here, since an import at the top would load the library in processes without metrics.
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'manabook_api_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['route', 'status'],
    buckets: seconds,
    registers: [registry],
  });
  const readGauges = await createGauges(registry, watched);
  return {
    answered: ({ route, status, milliseconds }) => requests.observe({ route, status }, milliseconds / 1000),
    async open({ port, host }) {
      const server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        readGauges()
          .then(() => registry.metrics())
          .then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            () => response.writeHead(500).end(),
          );
      });
      await once(server.listen(port, host), 'listening');
      return async () => {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      };
    },
  };
}
