import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give away: those may be another's before they are listened on. Each process has its own ten. */
const first = 20_000 + (process.pid % 1_200) * 10;
let given = 0;

/** A port of 127.0.0.1 that is free right now; links must know it before the gateway listens on it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 10; tries += 1) {
    const port = await freed(first + (given++ % 10));
    if (port !== undefined) return port;
  }
  const port = await freed(0);
  if (port === undefined) throw new Error('no port was given');
  return port;
}

/** The port itself if nobody has it, or for 0 one that the system gives away. */
async function freed(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? address?.port : undefined;
}
