import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import { createStoreCheck, installationId } from '#api/domains/media/store-check.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { onConnection } from './snapshot.ts';

/**
 * Marks the media store as owned by a database that replaced the previous owner. A failure is only printed: without the
 * mark no file is removed, and the store can be claimed later.
 *
 * @param url the address of the database.
 */
export async function takeStoreOver(settings: Settings, url: string, logger: Logger): Promise<void> {
  try {
    await onConnection(url, async (client) => {
      const db = drizzle(client);
      const storage = await openStorage(settings, await installationId(db));
      await createStoreCheck({ db, storage, logger }).claim();
    });
  } catch (error) {
    console.error(`The media files are not this database's yet (${messageOf(error)}). Run: npm run storage -- claim`);
    process.exitCode = 1;
  }
}
