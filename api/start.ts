import { createServer } from 'node:http';
import { allowTopLevel } from '#schema/rules/email.ts';
import { createApiApp } from './app.ts';
import { endDemoAccounts } from './demo/access.ts';
import { drain } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { createMetrics } from './http/metrics.ts';
import { startJobRunner } from './jobs/runner.ts';
import { checkAtStart } from './media/store-check.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { prepareUsage } from './usage/prepare.ts';

export interface RunningApi {
  /** Where it listens, without /api. */
  readonly url: string;
  readonly port: number;
  readonly services: Services;
  /** Unready at once; what is in flight gets ten seconds. */
  close(): Promise<void>;
}

/** Brings the database up to date and serves /api; the process around it belongs to the caller. */
export async function startApi(settings: Settings): Promise<RunningApi> {
  allowTopLevel(settings.emailTopLevelMaximum);
  const opened = await openServices(settings);
  const { services } = opened;
  await checkAtStart(services);
  // Not for a command, whose settings may be another shell's.
  await prepareUsage(services);
  if (settings.demoData) {
    const { seedDemoSchool } = await import('./demo/seed.ts');
    await seedDemoSchool(services);
  }
  if (!settings.demoSignIn) await endDemoAccounts(services);
  const life = { ready: true };
  const { metrics: measured } = settings;
  const metrics = measured && (await createMetrics());
  const server = createServer(createApiApp(services, life, metrics));
  const port = await listen(server, settings);
  const closeMetrics = measured && (await metrics?.open(measured));
  const runner = settings.jobsInApi ? startJobRunner(services) : undefined;
  return {
    url: `http://${settings.host}:${port}`,
    port,
    services,
    async close() {
      await Promise.all([drain(server, life), runner?.close()]);
      await opened.close();
      await closeMetrics?.();
    },
  };
}
