import type { LaunchContext } from './context.ts';
import { databaseUnit } from './database.ts';
import { watchSources } from './dev.ts';
import { createEnding } from './ending.ts';
import { migrate } from './migrate.ts';
import { untilFree } from './ports.ts';
import { explain } from './problem.mjs';
import { createServices } from './services.ts';
import { loadSettingsFile } from './settings-file.mjs';
import { readSettings } from './settings.ts';
import { Supervised } from './supervised.ts';
import { welcome } from './welcome.ts';

/**
 * Starts the database, migrates it, starts API, worker and gateway, prints how to reach them, and supervises them until
 * told to stop.
 */
export async function start(context: LaunchContext): Promise<void> {
  const { root, dataDir, dev, progress, lock, signals } = context;
  const say = progress.line;
  let settings = readSettings(process.env);

  let databaseUrl = settings.databaseUrl;
  const services = createServices({
    ...context,
    settings,
    onSettings: () => void beginAnew().catch((error: unknown) => say(explain(error))),
    databaseUrl: () => databaseUrl,
  });
  const upToDate = () => migrate({ ...context, databaseUrl });
  const events = { say, giveUp: (reason: string) => void ending.end(1, reason), waitForChange: dev };
  const gateway = new Supervised(services.gateway, events);
  const api = new Supervised(services.api, events);
  const worker = new Supervised(services.worker, events);
  const onUrl = (url: string) => {
    const moved = databaseUrl !== undefined && databaseUrl !== url;
    databaseUrl = url;
    if (moved) for (const user of [api, worker]) void user.restart();
  };
  // All at once: requests in flight are answered first, and the new gateway is ready when the new API is.
  const beginAnew = async () => {
    say('Settings saved. Restarting…');
    const units = [api, worker, gateway];
    await Promise.all(units.map((unit) => unit.restart()));
    const ready = await Promise.all(units.map((unit) => unit.becomesReady()));
    if (!ready.every(Boolean)) return;
    const env = { ...context.given };
    loadSettingsFile({ root, env });
    settings = readSettings(env);
    say(`Manabook is ready: ${settings.publicUrl}`);
  };
  const ofDatabase = { ...events, waitForChange: false, neverGiveUp: true };
  const database = new Supervised(databaseUnit({ dataDir, say, onUrl }), ofDatabase);
  const ending = createEnding({ units: [gateway, api, worker, database], say });
  signals.handle = ending.onSignal;

  try {
    const { port, host, apiPort, apiHost, workerPort, workerHost } = settings;
    await untilFree({ port, host, setting: 'PORT' });
    if (!settings.apiUrl) {
      await untilFree({ port: apiPort, host: apiHost, setting: 'API_PORT' });
      await untilFree({ port: workerPort, host: workerHost, setting: 'WORKER_PORT' });
      if (!databaseUrl) await progress.step('Starting PostgreSQL', () => database.start());
      await progress.step('Updating the database', upToDate);
      await progress.step('Starting the API', () => api.start());
    }
    const last = settings.apiUrl ? [gateway] : [worker, gateway];
    const title = settings.apiUrl ? 'Starting the gateway' : 'Starting the worker and the gateway';
    await progress.step(title, () => Promise.all(last.map((unit) => unit.start())));
  } catch (error) {
    return ending.end(1, explain(error));
  }
  lock.status = () => ({
    url: settings.publicUrl,
    processes: {
      launcher: process.pid,
      gateway: gateway.pid,
      api: api.pid,
      worker: worker.pid,
      postgres: database.pid,
    },
  });
  say(await welcome({ settings, found: services.found(), dev }));
  if (dev) watchSources({ root, behind: settings.apiUrl ? [] : [api, worker], gateway, migrate: upToDate, say });
}
