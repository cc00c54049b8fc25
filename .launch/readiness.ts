import { setTimeout as delay } from 'node:timers/promises';
import { LaunchProblem } from './problem.mjs';

const PATIENCE_MS = 3 * 60_000;
const NOTICE_MS = 20_000;

export interface Waiting {
  readonly name: string;
  /** The address that answers 200 once it can serve. */
  readonly url: string;
  readonly exited: Promise<string>;
  readonly log: string;
  readonly show: (line: string) => void;
}

/** Waits until a service says that it can serve; fails when it ends or takes too long. */
export async function untilReady({ name, url, exited, log, show }: Waiting): Promise<void> {
  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  const notice = setTimeout(() => show(`The ${name} is not ready yet. What it waits for is in ${log}`), NOTICE_MS);
  void exited.then(() => clearTimeout(notice));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(50)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (ended !== undefined) throw new LaunchProblem(`The ${name} does not start: it ${ended}. Its log is ${log}`);
    if (answer?.ok) return clearTimeout(notice);
  }
  throw new LaunchProblem(`The ${name} is not ready after ${PATIENCE_MS / 60_000} minutes. Its log is ${log}`);
}
