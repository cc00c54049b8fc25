import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import { readSettings } from './settings.ts';

/** Work of a command, beside a running service or without one. */
export async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const database = await databaseUrl();
  try {
    const opened = await openServices(readSettings({ ...process.env, DATABASE_URL: database.url }));
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
async function databaseUrl() {
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') return { url, end: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? 'data' });
  return { url: server.url, end: async () => (server.adopted ? undefined : server.stop()) };
}
