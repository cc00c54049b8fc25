import { loadSecrets } from './auth/secrets.ts';
import { createDatabase } from './db/client.ts';
import { jobs } from './jobs/queue.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { loadMailWords } from './mail/words.ts';
import { createSignedLinks } from './media/signed-links.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { openStorage } from './storage/open-storage.ts';

export interface OpenServices {
  readonly services: Services;
  /** Closes the connections to the database. */
  close(): Promise<void>;
}

/** Brings the database up to date and gives what a process works with, whether it serves or runs a job by hand. */
export async function openServices(settings: Settings): Promise<OpenServices> {
  const logger = createLog(settings.logLevel);
  const storage = await openStorage(settings);
  await prepareDatabase(settings, logger);
  const { db, pool, close } = createDatabase(settings.databaseUrl, {
    max: settings.databasePool,
    onConnectionLost: (error) => logger.warn({ err: error }, 'lost a database connection'),
  });
  const secrets = await loadSecrets(db);
  const services: Services = {
    db,
    pool,
    settings,
    secrets,
    links: createSignedLinks(secrets.links),
    storage,
    jobs,
    mailer: createMailer(settings, logger),
    mailWords: await loadMailWords(settings),
    logger,
  };
  return { services, close };
}
