import { randomInt } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { holdLock } from '#api/ground/db/held-lock.ts';

/** The first half of the advisory locks of processes that use the media folder; the second half names the process. */
const folderLocks = 7_232_031;
/** Makes one process join at a time. */
const joiningLock = 7_232_032;

// A network file system shows another host's new file after a while.
const patienceMs = 3_000;
const lookMs = 250;

interface FolderOfProcess {
  readonly dataDir: string;
  readonly sessionUrl: string;
  readonly logger: Logger;
}

export interface JoinedFolder {
  leave(): Promise<void>;
}

/**
 * Refuses a media folder that is not the one which the other processes on this database use, as on a second host with a
 * folder of its own: each would miss the other's files. A process writes a file with a number into the folder and holds
 * an advisory lock of that number. Whoever joins must find the file of every lock that is held. Names of hosts would not
 * tell folders apart: containers change theirs, and hosts may share a folder.
 */
export async function joinMediaFolder({ dataDir, sessionUrl, logger }: FolderOfProcess): Promise<JoinedFolder> {
  const folder = join(dataDir, 'media', 'processes');
  await mkdir(folder, { recursive: true });
  const number = randomInt(1, 2 ** 31 - 1);
  const file = join(folder, String(number));
  const statement = { text: 'select pg_advisory_lock($1, $2)', values: [folderLocks, number] };
  const client = new Client({ connectionString: sessionUrl, application_name: 'manabook media folder' });
  // A lost connection is told by the query that waits on it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [joiningLock]);
    const others = await numbersHeld(client);
    await untilAllIn(folder, others);
    await writeFile(file, `${hostname()} ${process.pid}\n`);
    const lock = holdLock({ url: sessionUrl, statement, logger });
    await lock.shown;
    await removeDead(folder, [...others, number]);
    return {
      async leave() {
        await lock.end();
        await rm(file, { force: true });
      },
    };
  } finally {
    // The lock ends with this connection.
    await client.end();
  }
}

async function numbersHeld(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ number: string }>(
    `select objid::text as number from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::int::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [folderLocks],
  );
  return rows.map(({ number }) => Number(number));
}

async function untilAllIn(folder: string, numbers: readonly number[]): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await delay(lookMs)) {
    const files = await readdir(folder);
    if (numbers.every((number) => files.includes(String(number)))) return;
    if (Date.now() > end) throw new Error(refusal(folder));
  }
}

const refusal = (folder: string) =>
  `Other processes on this database keep their media in another folder than ${join(folder, '..')}. ` +
  'Processes on several hosts need one folder that all of them share, or an S3-compatible store (S3_BUCKET).';

// Processes that were killed leave their files behind.
async function removeDead(folder: string, living: readonly number[]): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^\d+$/.test(name) && !living.includes(Number(name)));
  for (const name of files) await rm(join(folder, name), { force: true });
}
