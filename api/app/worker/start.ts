import express from 'express';
import { allowTopLevel } from '#schema/rules/email.ts';
import { drain } from '#api/ground/http/drain.ts';
import { healthRoutes } from '#api/ground/http/health.ts';
import { startEarly } from '#api/ground/http/starting.ts';
import { createMetrics } from '#api/app/metrics.ts';
import { checkAtStart } from '#api/domains/media/store-check.ts';
import { startJobs } from '#api/app/jobs/handlers.ts';
import { openServices } from '#api/app/open-services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

export interface RunningWorker {
  readonly port: number;
  /** Takes no more jobs, and gives those under way ten seconds. */
  close(): Promise<void>;
}

/** Works on jobs (mail, media, imports, the night's work) and answers `/healthz` and `/readyz`. Several may run. */
export async function startWorker(settings: Settings): Promise<RunningWorker> {
  allowTopLevel(settings.emailTopLevelMaximum);
  const { worker } = settings;
  return startEarly(worker, async ({ server, answers, port, open }) => {
    const opened = await openServices({ ...settings, databasePool: worker.pool }, { service: 'worker' });
    await checkAtStart(opened.services);
    const life = { ready: true };
    const app = express();
    app.disable('x-powered-by');
    app.use(healthRoutes(opened.services, life));
    const closeMetrics = worker.metrics && (await (await createMetrics(opened.services)).open(worker.metrics));
    const runner = startJobs(opened.services);
    open(app);
    return {
      port,
      async close() {
        life.ready = false;
        // It still answers that it lives while its last jobs end.
        await runner.close();
        await drain({ server, answers, life });
        await opened.close();
        await closeMetrics?.();
      },
    };
  });
}
