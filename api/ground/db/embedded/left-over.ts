import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitAnswer, type Patience } from './await-answer.ts';
import type { Answer } from './connection.ts';
import type { Home } from './home.ts';
import { removeDeadPidFile, runningPostmaster } from './pid-file.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { endProcesses, processesIn } from './processes.ts';
import { watch, type Server } from './server.ts';

export interface Finding {
  readonly home: Home;
  /** Whether a server that does not answer may be ended. */
  readonly owner: boolean;
  readonly patience: Patience;
  readonly report: (line: string) => void;
}

// The children of a dead postmaster notice its end by themselves.
const CHILDREN_MS = 1_000;

/**
 * Finds the server that is running on this cluster and answers with our password, such as one that a killed launcher
 * left. Removes the files of a dead server, so that a start can succeed. A server that does not answer is ended for the
 * cluster's owner alone; others are told so by an error.
 */
export async function findLeftOver({ home, owner, patience, report }: Finding): Promise<Server | undefined> {
  const { cluster } = home;
  const end = Date.now() + (owner ? CHILDREN_MS : patience.silent);
  for (;;) {
    const running = await runningPostmaster(cluster);
    if (running) {
      const server = watch({ ...running, cluster });
      const answer = await awaitAnswer({ server, home, patience, report });
      if (answer === 'ready') return server;
      if (answer === 'ended') continue;
      if (!owner) throw leftAlone(home, running.pid, answer);
      break;
    }
    const [child] = await processesIn(cluster);
    if (child === undefined) break;
    if (Date.now() > end) {
      if (owner) break;
      throw leftAlone(home, child, 'silent');
    }
    await delay(50);
  }
  if (owner) await endProcesses(cluster);
  await removeDeadPidFile(cluster);
  return undefined;
}

function leftAlone(home: Home, pid: number, answer: Exclude<Answer, 'ready'>): EmbeddedPostgresError {
  const server = `PostgreSQL is running on ${home.path} (process ${pid})`;
  const says = {
    silent: `${server} but does not answer. It was left alone. If Manabook is running, try again later or restart it. If not, "npm start" replaces this PostgreSQL.`,
    starting: `${server} and is still recovering, as after a power cut. It was left alone, since stopping it would make it begin again. Try again later.`,
    foreign: `${server} but refuses the password in ${join(home.path, 'password')}. It was left alone. Put that file back from a backup.`,
  };
  return new EmbeddedPostgresError(says[answer]);
}
