import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import { readSettings } from './settings.ts';
import { environment } from './settings-file.ts';
import { type Environment, given } from '#schema/settings/read.ts';

/** Work of a command, beside a running service or without one. */
export async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const env = environment();
  const database = await databaseUrl(env);
  try {
    const opened = await openServices(readSettings({ ...env, DATABASE_URL: database.url }));
    try {
      await work(opened.services);
    } finally {
      await opened.close();
    }
  } finally {
    await database.end();
  }
}

// Without an address it is the embedded database, which may be running for `npm start`.
async function databaseUrl(env: Environment) {
  const url = given(env, 'DATABASE_URL');
  if (url !== undefined) return { url, end: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir: given(env, 'DATA_DIR') ?? 'data' });
  return { url: server.url, end: async () => (server.adopted ? undefined : server.stop()) };
}
