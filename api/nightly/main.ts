import { daily } from '#api/jobs/schedule.ts';
import { tasks } from '#api/jobs/tasks.ts';
import { withServices } from '#api/with-services.ts';

/** `npm run nightly`: what the night does by itself, now; beside a running service or without one. */
async function run(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  await withServices(async (services) => {
    for (const { task } of daily) {
      await tasks[task](services)({}, { attempt: 1, lastAttempt: true, signal: ending.signal });
      console.log(`${task}: done`);
    }
  });
}

run().catch((error: unknown) => {
  console.error(`The nightly work: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
