import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { installation } from '#api/ground/db/schema.ts';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import type { Services } from '#api/app/services.ts';

/** Why the demo cannot be left, in words for the person at the terminal. */
export class LeavingRefused extends Error {
  override readonly name = 'LeavingRefused';
}

// These rows identify the installation, with a demo or with a school. The keys stay, so that a link that was signed
// around this moment opens. The rows that the demo's own tokens opened are gone.
const keptTables = ['installation', 'secrets', 'signing_keys'];

/** Refuses if the database has no demo, if a server runs on the database, or if this store holds other files. */
export async function assertCanLeave({ db, store }: Pick<Services, 'db' | 'store'>): Promise<void> {
  const [found] = await db.select({ demo: installation.demo }).from(installation);
  if (!found?.demo) throw new LeavingRefused('This database has no demo school. Nothing was removed.');
  if (await someServerRuns(db))
    throw new LeavingRefused('Manabook is running on this database. Stop it first, then leave the demo.');
  const checked = await store.check();
  if (checked.state === 'apart')
    throw new LeavingRefused(
      `${checked.words} Nothing was removed. Run "npm run leave-demo" with the settings that the demo ran with.`,
    );
}

/**
 * Removes the demo school and everything that was made in it: files, rows, page views, jobs and mails. Files go first
 * and the mark of a demo last, so that a second try finishes what a kill has cut off.
 */
export async function leaveDemo(services: Services): Promise<{ readonly files: number }> {
  const { db, storage, store, settings } = services;
  await assertCanLeave(services);
  let files = 0;
  for (const list of [storage.list(), storage.listSetAside()])
    for await (const { key } of list) {
      await storage.remove(key);
      files += 1;
    }
  await storage.sweepUnfinished(new Date());
  // The real school may use this store with another database.
  await store.release();
  await db.transaction(async (tx) => {
    await empty(tx);
    await tx.update(installation).set({ demo: false, demoPassword: null });
  });
  for (const folder of [arrivalsOf(settings), join(settings.dataDir, 'outbox')])
    await rm(folder, { recursive: true, force: true });
  return { files };
}

// Every table that is not named above, so that a new one is emptied too.
async function empty(tx: Queryable): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ${keptTables}`,
  );
  await tx.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')}`));
  // The queue's own function removes a job. No worker has one while no server runs.
  await tx.execute(sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
  await tx.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
}

// Each server holds an advisory lock for as long as it lives (jobs/presence.ts).
async function someServerRuns(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and classid in (${lockClasses.workers}, ${lockClasses.apisWithoutJobs})
      and database = (select oid from pg_database where datname = current_database())`);
  return (rowCount ?? 0) > 0;
}
