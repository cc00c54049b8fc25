import { once } from 'node:events';
import type { Server } from 'node:http';

/** Starts to listen. Resolves with the port, which the system chooses when the setting is 0. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  // Longer than any keep-alive in front, so that no request meets a connection being closed.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 15_000;
  server.requestTimeout = 180_000;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
