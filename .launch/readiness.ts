import { setTimeout as delay } from 'node:timers/promises';
import { LaunchProblem } from './problem.mjs';

const PATIENCE_MS = 3 * 60_000;

export interface Waiting {
  readonly name: string;
  readonly url: string;
  readonly exited: Promise<string>;
  readonly log: string;
}

/** Waits until a service says on /readyz that it can serve; fails when it ends or takes too long. */
export async function untilReady({ name, url, exited, log }: Waiting): Promise<void> {
  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(50)) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (ended !== undefined) throw new LaunchProblem(`The ${name} does not start: it ${ended}. Its log is ${log}`);
    if (answer?.ok) return;
  }
  throw new LaunchProblem(`The ${name} is not ready after ${PATIENCE_MS / 60_000} minutes. Its log is ${log}`);
}
