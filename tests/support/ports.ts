import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that is free right now; links must know it before the gateway listens on it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return address.port;
}
