import type { Supervised } from './supervised.ts';

export interface Ending {
  /** Stops everything in order and ends this process. */
  readonly end: (code: number, reason?: string) => Promise<void>;
  readonly onSignal: (signal: NodeJS.Signals) => void;
}

const SAME_KEY_MS = 500;

/** Shuts down in order: the gateway first, the database last. A second Ctrl-C ends everything at once. */
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
    // One Ctrl-C arrives twice: from the terminal and through npm.
    const repeated = Date.now() - lastSignal < SAME_KEY_MS;
    lastSignal = Date.now();
    if (repeated) return;
    if (ending) return units.forEach((unit) => unit.kill());
    say(signal === 'SIGINT' ? 'Stopping… (Ctrl-C again stops at once)' : 'Stopping…');
    void end(0);
  }

  return { end, onSignal };
}
