const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that leaves something behind when its process ends: a signal to end aborts the work, which then cleans up
 * and rejects with the signal's reason.
 */
export async function abortedBySignals<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const end = (name: NodeJS.Signals): void => {
    if (!ending.signal.aborted) console.error(`${name}: cleaning up. This can take a minute.`);
    ending.abort(new Error(`It was interrupted (${name})`));
  };
  for (const name of signals) process.on(name, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const name of signals) process.off(name, end);
  }
}
