import { setTimeout as delay } from 'node:timers/promises';
import { LaunchProblem } from './problem.mjs';

const FIRST_NOTICE_MS = 20_000;
const NOTICE_MS = 60_000;

export interface Waiting {
  readonly name: string;
  /** The URL that answers 200 when the service is ready. */
  readonly url: string;
  readonly exited: Promise<string>;
  readonly log: string;
  readonly show: (line: string) => void;
}

/**
 * Waits until a service is ready, as long as its process lives: a large migration may take hours. Fails when the
 * process ends.
 */
export async function untilReady({ name, url, exited, log, show }: Waiting): Promise<void> {
  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  const began = Date.now();
  for (let noticeAt = began + FIRST_NOTICE_MS; ; await delay(50)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (ended !== undefined) throw new LaunchProblem(`The ${name} does not start: it ${ended}. Its log is ${log}`);
    if (answer?.ok) return;
    if (Date.now() < noticeAt) continue;
    const seconds = Math.round((Date.now() - began) / 1000);
    show(`The ${name} is not ready after ${seconds} s. What it waits for is in ${log}`);
    noticeAt = Date.now() + NOTICE_MS;
  }
}
