import { createServer } from 'node:net';
import { z } from 'zod';
import { found } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const health = z.object({ status: z.literal('ok') });

/** Checks that the ports of this machine are free or ours. Does not apply to clusters. */
export async function checkPorts(ports: readonly number[]): Promise<SystemCheck> {
  const ours: number[] = [];
  for (const port of ports) {
    if (await isFree(port)) continue;
    if (!(await isOurs(port))) return found('ports', 'taken', { port });
    ours.push(port);
  }
  return ours.length > 0
    ? found('ports', 'ok', { ports: ours.join(', ') })
    : found('ports', 'free', { ports: ports.join(', ') });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function isOurs(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return health.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}
