import { randomInt } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { lockClasses, lockKeys } from '#api/ground/db/advisory-locks.ts';
import { holdLock } from '#api/ground/db/held-lock.ts';

// In milliseconds: a network file system shows another host's new file with a delay.
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
 * Refuses a media folder that differs from the other processes' folder, as on a second host with a local folder: each
 * would miss the other's files. A process writes a numbered file into the folder and holds an advisory lock with that
 * number. A process that joins must find the file of every held lock. Host names cannot tell folders apart, since
 * containers change theirs and hosts may share a folder.
 */
export async function joinMediaFolder({ dataDir, sessionUrl, logger }: FolderOfProcess): Promise<JoinedFolder> {
  const folder = join(dataDir, 'media', 'processes');
  await mkdir(folder, { recursive: true });
  const number = randomInt(1, 2 ** 31 - 1);
  const file = join(folder, fileOf(number));
  const statement = { text: 'select pg_advisory_lock($1, $2)', values: [lockClasses.mediaFolderProcesses, number] };
  const client = new Client({ connectionString: sessionUrl, application_name: 'manabook media folder' });
  // The query that waits on the connection reports its loss.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys.joiningMediaFolder]);
    const others = await othersIn(folder, client);
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

// The release before holds locks of another class and names its files by the number alone. The ending keeps each release
// from removing the other's files as those of killed processes: processes of both can start during an upgrade.
const ending = '.process';
const fileOf = (number: number): string => `${number}${ending}`;

async function numbersHeld(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ number: string }>(
    `select objid::text as number from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::int::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [lockClasses.mediaFolderProcesses],
  );
  return rows.map(({ number }) => Number(number));
}

// The locks are read anew at each look, since a process may end meanwhile.
async function othersIn(folder: string, client: Client): Promise<readonly number[]> {
  for (const end = Date.now() + patienceMs; ; await delay(lookMs)) {
    const numbers = await numbersHeld(client);
    const files = await readdir(folder);
    if (numbers.every((number) => files.includes(fileOf(number)))) return numbers;
    if (Date.now() > end) throw new Error(refusal(folder));
  }
}

const refusal = (folder: string) =>
  `Other processes on this database keep their media in another folder than ${join(folder, '..')}. ` +
  'Processes on several hosts need one folder that all of them share, or an S3-compatible store (S3_BUCKET).';

// Removes the files of killed processes.
async function removeDead(folder: string, living: readonly number[]): Promise<void> {
  const kept = living.map(fileOf);
  const files = (await readdir(folder)).filter((name) => name.endsWith(ending) && !kept.includes(name));
  for (const name of files) await rm(join(folder, name), { force: true });
}
