// Loaded into a measured process before its own code: tells how much memory it holds when asked. By a signal, since
// a listener for messages here would take the first one away from the code itself.
process.on('SIGUSR2', () => {
  // Without garbage where the process was started with `--expose-gc`: what is left is what it holds on to.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: rss, held: heapUsed + external });
});
