import type { Supervised } from './supervised.ts';

export interface Ending {
  /** Stops everything in order and ends this process. */
  readonly end: (code: number, reason?: string) => Promise<void>;
  readonly onSignal: (signal: NodeJS.Signals) => void;
}

const SAME_KEY_MS = 500;

/** How the launcher ends: whoever takes requests first, the database last; at a second Ctrl-C all at once. */
export function createEnding({ units, say }: { units: Supervised[]; say: (line: string) => void }): Ending {
  let ending = false;
  let lastSignal = 0;

  async function end(code: number, reason?: string): Promise<void> {
    if (ending) return;
    ending = true;
    if (reason) say(reason);
    for (const unit of units) unit.abandon();
    for (const unit of units) await unit.stop();
    process.exit(code);
  }

  function onSignal(signal: NodeJS.Signals): void {
    // npm passes on a Ctrl-C that the terminal has sent here too: those two are one.
    const repeated = Date.now() - lastSignal < SAME_KEY_MS;
    lastSignal = Date.now();
    if (repeated) return;
    if (ending) return units.forEach((unit) => unit.kill());
    say(signal === 'SIGINT' ? 'Stopping… (Ctrl-C again stops at once)' : 'Stopping…');
    void end(0);
  }

  return { end, onSignal };
}
