import type { Logger } from 'pino';
import { openKeys } from '#api/ground/keys/key-store.ts';
import { type Awaiting, awaitSchema } from '#api/ground/db/await-schema.ts';
import { createDatabase, isWithoutTimeout } from '#api/ground/db/client.ts';
import { findWall } from '#api/ground/db/wall/find-wall.ts';
import { jobs } from '#api/ground/jobs/queue.ts';
import { makeFolder } from '#api/ground/files/make-folder.mjs';
import { createLog, type Service } from '#api/ground/log.ts';
import { createMailer } from '#api/ground/mail/mailer.ts';
import { loadMailWords } from '#api/ground/mail/words.ts';
import { arrivalsOf, sweepArrivals } from '#api/ground/media/scratch.ts';
import { createSignedLinks } from '#api/ground/http/signed-links.ts';
import { createStoreCheck, installationId } from '#api/domains/media/store-check.ts';
import { openReportReader } from '#api/ground/db/read-reports.ts';
import type { Services } from './services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { Launcher } from './setup/launcher.ts';
import { createDiskReserve } from '#api/ground/storage/disk-reserve.ts';
import { joinMediaFolder } from '#api/ground/storage/joined-folder.ts';
import { guardRemovals } from '#api/ground/storage/guard-removals.ts';
import { openStorage, prepareStorage } from '#api/ground/storage/open-storage.ts';
import { createIntake } from '#api/domains/usage/intake.ts';
import { createRollupUpdates } from '#api/domains/usage/rollup-updates.ts';
import { storePageViews } from '#api/domains/usage/write.ts';

export interface OpenServices {
  readonly services: Services;
  /** Writes the queued page views, and closes the database connections. */
  close(): Promise<void>;
}

/** The process's name, its behaviour while the database waits for `npm run migrate`, and its launcher. */
type Opening = Partial<Pick<Awaiting, 'whenOlder'>> & {
  readonly service?: Service;
  readonly launcher?: Launcher | undefined;
  /** The logger of the process; by default lines go to stdout. */
  readonly logger?: Logger | undefined;
};

/** Waits for a database with this version's schema, then opens the services of a process, for a server or a command. */
export async function openServices(
  settings: Settings,
  { service = 'api', whenOlder = 'wait', launcher, logger = createLog(settings.logLevel, { service }) }: Opening = {},
): Promise<OpenServices> {
  makeFolder({ setting: 'DATA_DIR', path: arrivalsOf(settings) });
  await prepareStorage(settings);
  const { db, pool, raiseWall, close } = createDatabase(settings.databaseUrl, {
    max: settings.databasePool,
    pooled: settings.pooled,
    prepared: settings.prepared,
    onConnectionLost: (error) => logger.warn({ err: error }, 'lost a database connection'),
  });
  try {
    await awaitSchema({ db, settings, logger, whenOlder });
  } catch (error) {
    await close();
    throw error;
  }
  if (settings.pooled && (await isWithoutTimeout(pool)))
    logger.warn('the pooler sets no statement_timeout, so a query can run for ever: docs/pgbouncer.ini shows how');
  const wall = await findWall(db);
  if (wall) raiseWall(wall);
  else logger.warn('the second wall between schools does not stand: docs/running.md says how to raise it');
  const reports = await openReportReader(db, settings, logger);
  const folder = settings.s3 ? undefined : await joinMediaFolder({ ...settings, logger });
  const keys = await openKeys({ db, file: settings.signingKeysFile }, logger);
  const { secrets } = keys;
  const stopSweeping = sweepArrivals(settings, logger);
  const storage = await openStorage(settings, await installationId(db));
  const store = createStoreCheck({ db, storage, logger });
  const rollups = createRollupUpdates({ db, logger });
  const services: Services = {
    db,
    pool,
    async readReports(work) {
      await rollups.now();
      return reports.read(work);
    },
    settings,
    secrets,
    links: createSignedLinks(() => secrets.all('links').map(({ value }) => value)),
    storage: guardRemovals(storage, async () => (await store.current()).state === 'together'),
    store,
    disk: createDiskReserve(settings),
    jobs,
    mailer: createMailer(settings, logger),
    mailWords: await loadMailWords(settings),
    pageViews: createIntake({
      async write(views) {
        await storePageViews(db, views);
        rollups.soon();
      },
      together: 500,
      gather: 50,
      waitingAtMost: 10_000,
    }),
    rollups,
    logger,
    launcher,
  };
  return {
    services,
    async close() {
      keys.close();
      stopSweeping();
      await services.pageViews.drained();
      await rollups.close();
      await folder?.leave();
      await reports.close();
      await close();
    },
  };
}
