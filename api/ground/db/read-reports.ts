import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { createDatabase, type Database, type Queryable } from './client.ts';
import { oneMoment } from './one-moment.ts';
import { doneMigrations } from './schema-state.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

/** Runs the queries of one report; all of them see the page views of one moment. */
export type ReadReports = <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>;

export interface ReportReader {
  readonly read: ReadReports;
  readonly close: () => Promise<void>;
}

interface Stand extends Record<string, unknown> {
  /** The installation's id. */
  readonly installation: string | null;
  /** The moment of the last migration, in milliseconds. */
  readonly schema: number;
}

// After a failure, reports do not try the replica for this time.
const pauseMs = 15_000;

/**
 * Reads from the replica if there is one. While the replica is away or is no copy of the main database, reads from the
 * main database.
 */
export async function openReportReader(
  main: Database,
  { reportsUrl, databasePool }: Pick<Settings, 'reportsUrl' | 'databasePool'>,
  logger: Logger,
): Promise<ReportReader> {
  const fromMain: ReadReports = (work) =>
    main.transaction(async (tx) => {
      await planEachTime(tx);
      return work(tx);
    }, oneMoment);
  if (reportsUrl === undefined) return { read: fromMain, close: async () => {} };
  const ours = await standOf(main);
  const replica = createDatabase(reportsUrl, {
    max: databasePool,
    onConnectionLost: (error) => logger.warn({ err: error }, 'lost a connection to the replica'),
  });
  let pausedUntil = 0;

  const read: ReadReports = async (work) => {
    if (Date.now() < pausedUntil) return fromMain(work);
    let isUsable = false;
    try {
      return await replica.db.transaction(async (tx) => {
        const theirs = await standOf(tx);
        if (theirs.installation !== ours.installation) throw new Error('The replica is of another installation');
        if (theirs.schema < ours.schema) throw new Error('The replica has not had the last migration yet');
        isUsable = true;
        await planEachTime(tx);
        return work(tx);
      }, oneMoment);
    } catch (error) {
      if (isUsable) throw error;
      pausedUntil = Date.now() + pauseMs;
      logger.warn({ err: error }, 'the replica cannot be read: reports come from the main database');
      return fromMain(work);
    }
  };
  return { read, close: replica.close };
}

// A report on a day and one on a year need different plans. Planning costs little beside the report itself.
const planEachTime = (tx: Queryable) => tx.execute(sql`set local plan_cache_mode = force_custom_plan`);

async function standOf(db: Queryable): Promise<Stand> {
  const { rows } = await db.execute<Stand>(sql`
    select (select id from installation) as installation,
      (select max(created_at)::float8 from ${sql.raw(doneMigrations)}) as schema`);
  const [stand] = rows;
  if (!stand) throw new Error('A select without a table gives one row');
  return stand;
}
