import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The cluster's last port if it is free, else another free port, which is stored. */
export async function choosePort(home: string): Promise<number> {
  const file = join(home, 'port');
  const remembered = Number(await readFile(file, 'utf8').catch(() => 0));
  if (remembered && (await tryPort(remembered))) return remembered;
  const port = await tryPort(0);
  if (!port) throw new Error('No free port on 127.0.0.1');
  // Removed first, since a start as root may have created it.
  await rm(file, { force: true });
  await writeFile(file, `${port}\n`);
  return port;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined));
    });
  });
}
