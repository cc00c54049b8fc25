import { doNow } from '#api/app/jobs/handlers.ts';
import { daily } from '#api/app/jobs/schedule.ts';
import { withServices } from '#api/app/with-services.ts';

/** `npm run nightly`: runs the nightly jobs now, with or without a running service. */
async function run(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  await withServices(async (services) => {
    for (const { job } of daily) {
      await doNow(services, job, ending.signal);
      console.log(`${job.name}: done`);
    }
  });
}

run().catch((error: unknown) => {
  console.error(`Nightly clean-up failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
