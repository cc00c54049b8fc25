import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { exportPath } from './report-cases.ts';
import type { Server } from './processes.ts';

/** How much more memory a file of a million rows may take than one of a hundredth, in MB: what a collector leaves lying. */
const most = 64;
const megabyte = 1024 * 1024;

interface Written {
  readonly rows: number;
  readonly bytes: number;
  /** The most that the service held while it wrote, in MB. */
  readonly memory: number;
}

async function write(server: Server, path: string, authorization: string): Promise<Written> {
  const asked = await fetch(server.url + path, { headers: { authorization, accept: 'application/json' } });
  const { url } = z.object({ url: z.string() }).parse(await asked.json());
  const { body } = await request(`${server.url}/api${url}`);
  let [rows, bytes, memory, writing] = [-1, 0, 0, true];
  const watch = (async () => {
    while (writing) {
      memory = Math.max(memory, await server.memory());
      await wait(100);
    }
  })();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
  }
  writing = false;
  await watch;
  return { rows, bytes, memory: memory / megabyte };
}

/** Writes files of more and more rows; whether the memory stayed flat. */
export async function measureExport(server: Server, authorization: string): Promise<boolean> {
  await write(server, exportPath(30), authorization);
  const few = await write(server, exportPath(7), authorization);
  const many = await write(server, exportPath(730), authorization);
  console.log('\nFiles of raw data');
  console.table(
    [few, many].map(({ rows, bytes, memory }) => ({
      rows,
      'file MB': Math.round(bytes / megabyte),
      'most memory MB': Math.round(memory),
    })),
  );
  if (many.rows < 1_000_000) console.error('fewer than 1,000,000 rows');
  if (many.memory - few.memory > most) console.error(`over ${most} MB more for the large file`);
  return many.rows >= 1_000_000 && many.memory - few.memory <= most;
}
