import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import { readSettings, type Settings } from '#api/ground/settings/settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { type Environment, given } from '#schema/settings/read.ts';

/** Runs a command's work, with or without a running service. */
export function withServices<Result>(
  work: (services: Services) => Promise<Result>,
  env: Environment = environment(),
): Promise<Result> {
  return withDatabase(async (settings) => {
    const opened = await openServices(settings, { whenOlder: 'refuse' });
    try {
      return await work(opened.services);
    } finally {
      await opened.close();
    }
  }, env);
}

/** Runs a command's work without migrating the database. */
export async function withDatabase<Result>(
  work: (settings: Settings) => Promise<Result>,
  env: Environment = environment(),
): Promise<Result> {
  const database = await databaseUrl(env);
  let result: Result;
  try {
    result = await work(readSettings({ ...env, DATABASE_URL: database.url }));
  } catch (error) {
    await database.stop();
    throw error;
  }
  await database.leave();
  return result;
}

// Without an address, the embedded database is used; it may be running for `npm start`.
async function databaseUrl(env: Environment) {
  const url = given(env, 'DATABASE_URL');
  if (url !== undefined) return { url, leave: async () => {}, stop: async () => {} };
  const server = await startEmbeddedPostgres({
    dataDir: given(env, 'DATA_DIR') ?? 'data',
    report: (line) => console.error(line),
  });
  return {
    url: server.url,
    leave: () => server.leave(),
    // After a failure, connections of this process may be open, so `leave` would take the server for used.
    stop: async () => (server.adopted ? undefined : server.stop()),
  };
}
