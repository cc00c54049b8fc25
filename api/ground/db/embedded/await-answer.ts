import { ask, urlOf, type Answer } from './connection.ts';
import type { Home } from './home.ts';
import { readPidFile } from './pid-file.ts';
import { within, type Server } from './server.ts';

/** How long to wait for a server, in milliseconds. */
export interface Patience {
  /** While it gives no answer. A machine that swaps, or whose disk stalls, takes seconds for one connection. */
  readonly silent: number;
  /** While it says that it is starting. After a power cut it recovers first, which may take many minutes. */
  readonly starting: number;
}

interface Awaited {
  readonly server: Server;
  readonly home: Home;
  readonly patience: Patience;
  readonly report: (line: string) => void;
}

const ONE_ANSWER_MS = 10_000;
const NOTICE_MS = 15_000;

/** Waits until a server accepts connections or the patience is over; `ended` when its process is gone. */
export async function awaitAnswer({ server, home, patience, report }: Awaited): Promise<Answer | 'ended'> {
  const url = urlOf({ port: server.port, password: home.password, database: 'postgres' });
  const began = Date.now();
  let heardAt = began;
  let reported = false;
  for (;;) {
    const left = heardAt + patience.silent - Date.now();
    const answer = await ask({ url, cluster: home.cluster, limit: Math.max(100, Math.min(left, ONE_ANSWER_MS)) });
    // The answer may be that of another process's server on the same cluster, which keeps ours from starting.
    if (answer === 'ready') return (await readPidFile(home.cluster))?.pid === server.pid ? 'ready' : 'ended';
    if (answer === 'foreign') return answer;
    const now = Date.now();
    if (answer === 'starting') heardAt = now;
    if (answer === 'starting' ? now - began >= patience.starting : now - heardAt >= patience.silent) return answer;
    if (answer === 'starting' && !reported && now - began >= NOTICE_MS) {
      report(
        'PostgreSQL is recovering, as after a power cut. This may take some minutes; stopping it would make it begin again.',
      );
      reported = true;
    }
    if (await within(reported ? 1_000 : 25, server.exited)) return 'ended';
  }
}
