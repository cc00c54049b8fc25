import { startEmbeddedPostgres } from '#api/db/embedded/start.ts';
import { daily } from '#api/jobs/schedule.ts';
import { tasks } from '#api/jobs/tasks.ts';
import { openServices } from '#api/open-services.ts';
import { readSettings } from '#api/settings.ts';

/** `npm run nightly`: what the night does by itself, now; beside a running service or without one. */
async function run(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const database = await databaseUrl();
  const settings = readSettings({ ...process.env, DATABASE_URL: database.url });
  const opened = await openServices(settings);
  try {
    for (const { task } of daily) {
      await tasks[task](opened.services)({}, { attempt: 1, lastAttempt: true, signal: ending.signal });
      console.log(`${task}: done`);
    }
  } finally {
    await opened.close();
    await database.end();
  }
}

// Without an address it is the embedded database, which may be running for `npm start`.
async function databaseUrl() {
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') return { url, end: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? 'data' });
  return { url: server.url, end: async () => (server.adopted ? undefined : server.stop()) };
}

run().catch((error: unknown) => {
  console.error(`The nightly work: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
