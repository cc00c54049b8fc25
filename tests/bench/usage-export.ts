import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { exportPath } from './report-cases.ts';
import type { Server } from './processes.ts';

/** How many times what it held in the first fifth of a file a service may hold in the last one. */
const most = 1.25;
const parts = 5;
const megabyte = 1024 * 1024;

interface Moment {
  readonly rows: number;
  /** Bytes that the service holds. */
  readonly memory: number;
}

/** Reads the file of so many days, looking at the service's memory all the while. */
async function watchFile(server: Server, days: number, authorization: string) {
  const headers = { authorization, accept: 'application/json' };
  const asked = await request(server.url + exportPath(days), { headers });
  const { url } = z.object({ url: z.string() }).parse(await asked.body.json());
  const { body } = await request(`${server.url}/api${url}`);
  const moments: Moment[] = [];
  let [rows, bytes, reading] = [-1, 0, true];
  const watch = (async () => {
    for (; reading; await wait(50)) moments.push({ memory: await server.memory(), rows });
  })();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
  }
  reading = false;
  await watch;
  return { rows, bytes, moments };
}

/** Writes a file of a million rows; whether the memory stayed flat. */
export async function measureExport(server: Server, authorization: string): Promise<boolean> {
  // The first one warms the service up: V8 gives more room to what is young, to its limit, while much comes and goes.
  await watchFile(server, 730, authorization);
  const { rows, bytes, moments } = await watchFile(server, 730, authorization);
  console.log(`\nA file of raw data: ${rows} rows, ${Math.round(bytes / megabyte)} MB`);
  // Between two rounds of its collector a process holds what it has thrown away: the least is what it needs.
  const inPart = (part: number) => moments.filter((moment) => Math.floor((moment.rows * parts) / (rows + 1)) === part);
  const held = Array.from({ length: parts }, (_, part) => {
    const memory = inPart(part).map((moment) => moment.memory / megabyte);
    return {
      'rows written': Math.round(((part + 1) * rows) / parts),
      least: Math.min(...memory),
      most: Math.max(...memory),
    };
  });
  console.table(held.map((row) => ({ ...row, least: Math.round(row.least), most: Math.round(row.most) })));
  const grown = (held.at(-1)?.least ?? Number.NaN) / (held[0]?.least ?? Number.NaN);
  console.log(`MB held; in the last fifth ${grown.toFixed(2)} times as many as in the first.`);
  const flat = rows >= 1_000_000 && grown <= most;
  if (!flat) console.error(`fewer than 1,000,000 rows, or over ${most} times the memory`);
  return flat;
}
