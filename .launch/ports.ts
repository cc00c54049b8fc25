import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchProblem } from './problem.mjs';

const PATIENCE_MS = 8_000;

export interface Place {
  readonly port: number;
  readonly host: string | undefined;
  /** The setting that changes the port. */
  readonly setting: string;
}

/** Waits until a port is free: processes of a killed launcher may still be ending. */
export async function untilFree({ port, host, setting }: Place): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const code = await tryListening(port, host);
    if (code === undefined) return;
    if (code === 'EADDRNOTAVAIL') throw new LaunchProblem(`This machine has no address ${host ?? ''} to listen on.`);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new LaunchProblem(`This machine does not know the host "${host ?? ''}" to listen on.`);
    if (code === 'EACCES') {
      throw new LaunchProblem(`This user cannot use port ${port}. Choose another one with ${setting}.`);
    }
    if (Date.now() > end) {
      throw new LaunchProblem(
        `Port ${port} is taken by another program. Choose another one with ${setting}, for example: ${setting}=${port + 10} npm start`,
      );
    }
    await delay(200);
  }
}

function tryListening(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** The local URL of a server that listens on this host. */
export function localUrl(host: string | undefined, port: number): string {
  const everywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
