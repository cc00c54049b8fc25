import { createApp } from './app.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

const lastResort = 15_000;

const settings = readSettings(process.env);
const log = createLog(settings.logLevel);
const gateway = await createApp(settings, log);

let ending = false;
async function end(reason: string): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  log.info({ reason }, 'draining');
  setTimeout(() => process.exit(1), lastResort).unref();
  await gateway.stop();
  process.exit(0);
}

process.on('SIGTERM', (signal) => void end(signal));
process.on('SIGINT', (signal) => void end(signal));
// The launcher has gone: nobody would ever stop this process.
process.on('disconnect', () => void (ending || end('disconnect')));

const port = await gateway.start();
log.info({ port }, 'gateway listens');
process.send?.({ type: 'ready', port });
