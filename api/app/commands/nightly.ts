import { doNow } from '#api/app/jobs/handlers.ts';
import { jobsOfNight } from '#api/app/jobs/schedule.ts';
import { withServices } from '#api/app/with-services.ts';
import { messageOf } from '#api/ground/message-of.ts';

/**
 * `npm run nightly`: runs the nightly jobs now, with or without a running service. When a job fails, the other
 * jobs still run, as in the worker.
 */
async function run(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  await withServices(async (services) => {
    for (const job of jobsOfNight) {
      if (ending.signal.aborted) throw new Error('stopped before all jobs were done');
      try {
        await doNow(services, job, ending.signal);
        console.log(`${job.name}: done`);
      } catch (error) {
        console.error(`${job.name}: failed: ${messageOf(error)}`);
        process.exitCode = 1;
      }
    }
  });
}

run().catch((error: unknown) => {
  console.error(`Nightly clean-up failed: ${messageOf(error)}`);
  process.exit(1);
});
