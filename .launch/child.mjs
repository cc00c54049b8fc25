// Loaded into each service before its own code. When the launcher dies in any way, its IPC channel closes, and the
// service ends normally, within a time limit, since the next start waits for its port.
const LAST_MOMENT_MS = 4_000;

process.on('disconnect', () => setTimeout(() => process.exit(1), LAST_MOMENT_MS).unref());
process.channel?.unref();
// The launcher may have died before this line.
if (!process.connected) process.exit(1);

// After the launcher's death nobody reads the output.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
