// Loaded into each service before its own code. When the launcher dies, however it dies, the channel to it closes, and
// the service ends in its usual way. It may not take long over it: the next start waits for its port.
const LAST_MOMENT_MS = 4_000;

process.on('disconnect', () => setTimeout(() => process.exit(1), LAST_MOMENT_MS).unref());
process.channel?.unref();
// It may have died before this line.
if (!process.connected) process.exit(1);

// Nobody reads the output any more then.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
