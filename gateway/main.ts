import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withFileDefaults, settingsFileOf } from '#schema/settings/file.ts';
import type { Environment } from '#schema/settings/read.ts';
import { createApp, type Gateway } from './app.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';

/** Milliseconds after which a process that does not end by itself is ended. */
const forcedExitAfter = 15_000;

async function run(): Promise<void> {
  const settings = readSettings(environment(process.env));
  const log = createLog(settings.logLevel);
  const gateway = await createApp(settings, log);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
  endOnSignals(gateway);
  const port = await gateway.start();
  log.info({ port }, 'gateway listens');
  process.send?.({ type: 'ready', port });
}

function endOnSignals(gateway: Gateway): void {
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), forcedExitAfter).unref();
    await gateway.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
  // The launcher has ended, and no other process would stop this one.
  process.on('disconnect', () => void (ending || end()));
}

run().catch((error: unknown) => {
  console.error(`The gateway cannot start. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});

/** The environment of this process: its variables over the settings file that `npm run setup` writes. */
function environment(env: Environment): Environment {
  const { path, isExplicit } = settingsFileOf(env);
  return isExplicit || existsSync(path) ? withFileDefaults(env, parseEnv(readFileSync(path, 'utf8'))) : env;
}
