// Loaded into a measured process before its own code: tells how much memory it holds when asked. By a signal, since
// a listener for messages here would take the first one away from the code itself.
process.on('SIGUSR2', () => process.send?.({ memory: process.memoryUsage.rss() }));
