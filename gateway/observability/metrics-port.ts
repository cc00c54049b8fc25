import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Serves only `/metrics` on its own port. Resolves with a function that closes the port. */
export async function openMetricsPort(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.type }).end(text),
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
}
