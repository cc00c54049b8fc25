import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const batch = z.object({
  events: z.array(z.object({ type: z.string(), page: z.string(), message: z.string().optional() })),
});

/** A school's monitoring service, which pages tell of their errors. */
export async function startTelemetryReceiver() {
  const errors: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type');
    void text(request).then((body) => {
      const events = request.method === 'POST' ? batch.parse(JSON.parse(body)).events : [];
      for (const { type, page, message } of events) if (type === 'error') errors.push(`${page}: ${message ?? ''}`);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/telemetry`,
    errors: (): readonly string[] => errors,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
