const hardStopMs = 15_000;

interface Running {
  close(): Promise<void>;
}

/** Runs a server as this process: the first signal drains it, the second ends it at once. */
export function runProcess(name: string, start: () => Promise<Running>): void {
  let running: Running | undefined;
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), hardStopMs).unref();
    await running?.close();
    process.exit(0);
  }

  function fail(error: unknown): void {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }

  const onSignal = (): void => (stopping ? process.exit(1) : void stop().catch(fail));
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Ends when the launcher has died, since no other process would stop this one.
  process.on('disconnect', () => void stop().catch(fail));

  start().then((started) => (running = started), fail);
}
