import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { allowTopLevel } from '#schema/rules/email.ts';
import { createApiApp } from './api-app.ts';
import { endDemoAccounts } from '#api/domains/auth/demo-access.ts';
import { drain } from '#api/ground/http/drain.ts';
import { createMetrics } from './metrics.ts';
import { startEarly } from '#api/ground/http/starting.ts';
import { showApi } from '#api/ground/jobs/presence.ts';
import { checkAtStart } from '#api/domains/media/store-check.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { Launcher } from './setup/launcher.ts';
import { startJobs } from '#api/app/jobs/handlers.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';

const presencePatienceMs = 2_000;

export interface RunningApi {
  /** The address on which the server listens, without /api. */
  readonly url: string;
  readonly port: number;
  readonly services: Services;
  /** Reports unready at once; requests in flight get ten seconds. */
  close(): Promise<void>;
}

interface Starting {
  readonly launcher?: Launcher | undefined;
  /** The receiver of log lines, instead of stdout. */
  readonly logger?: Logger;
}

/**
 * Serves /api when the database has this version's schema (`npm run migrate`), and answers health checks from the first
 * moment. The process belongs to the caller.
 */
export async function startApi(settings: Settings, { launcher, logger }: Starting = {}): Promise<RunningApi> {
  allowTopLevel(settings.emailTopLevelMaximum);
  return startEarly(settings, async ({ server, answers, port, open }) => {
    const { services, ...opened } = await openServices(settings, { launcher, logger });
    await checkAtStart(services);
    // Not done for commands, whose settings may differ from the service's.
    await prepareUsage(services);
    if (settings.demoData) {
      const { seedDemoSchool } = await import('./demo/seed.ts');
      await seedDemoSchool(services);
    }
    if (!settings.demoSignIn) await endDemoAccounts(services);
    if (settings.demoPasswordDrawn) {
      const { drawDemoPassword } = await import('./demo/draw-password.ts');
      await drawDemoPassword(services);
    }
    const life = { ready: true };
    const { metrics: measured } = settings;
    const metrics = measured && (await createMetrics(services));
    const closeMetrics = measured && (await metrics?.open(measured));
    const runner = settings.jobsInApi ? startJobs(services) : undefined;
    const presence = settings.jobsInApi ? undefined : showApi(settings.sessionUrl, services.logger);
    // Only `leave-demo` reads this lock, so the API also starts without the lock.
    if (presence) await Promise.race([presence.shown, delay(presencePatienceMs, undefined, { ref: false })]);
    open(createApiApp(services, life, metrics));
    return {
      url: `http://${settings.host}:${port}`,
      port,
      services,
      async close() {
        await Promise.all([drain({ server, answers, life }), runner?.close()]);
        await presence?.end();
        await opened.close();
        await closeMetrics?.();
      },
    };
  });
}
