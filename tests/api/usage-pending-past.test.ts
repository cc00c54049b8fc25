import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '#api/ground/db/client.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { createLog } from '#api/ground/log.ts';
import { newId } from '#api/ground/db/ids.ts';
import { usagePending } from '#api/ground/db/schema.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { rebuild } from '#api/domains/usage/rebuild.ts';
import { createRollupUpdates } from '#api/domains/usage/rollup-updates.ts';
import { additionsTo, viewsByDay } from '#api/domains/usage/rollups.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { plainView } from './samples/plain-view.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const timeZone = 'Asia/Tokyo';

/** As servers of before write: under the lock that adding up takes, into the page views and the rollups at once. */
const writeAsBefore = (
  db: Database,
  view: { readonly eventId: string; readonly session: string; readonly ms: number },
) =>
  withRollupLock(db, async (tx) => {
    const { eventId, session, ms } = view;
    const { rows } = await tx.execute<{ was: number }>(
      sql`select duration_ms as was from page_views where event_id = ${eventId}`,
    );
    const was = rows[0]?.was;
    if (was === undefined)
      await tx.execute(sql`
        insert into page_views (event_id, name, page_url, session_key, visitor, duration_ms, started_at)
        values (${eventId}, 'Unit list', '/student/unit-list', ${session}, md5(${session}::text)::uuid, ${ms}, now() - interval '1 minute')`);
    else await tx.execute(sql`update page_views set duration_ms = ${ms} where event_id = ${eventId}`);
    const [views, duration] = was === undefined ? [1, ms] : [0, ms - was];
    const seen = viewsByDay(sql`(select * from page_views where event_id = ${eventId})`, timeZone, {
      views: sql`${views}::int`,
      duration: sql`${duration}::int`,
    });
    const steps = additionsTo(sql`select * from seen`).map((step, at) => sql`${sql.raw(`step_${at}`)} as (${step})`);
    await tx.execute(sql`with seen as materialized (${seen}), ${sql.join(steps, sql`, `)} select`);
  });

test('page views of servers of before and of this version are added up once each, whoever comes first', async () => {
  const journal = await readJournal(migrationsFolder);
  const url = await past.create(journal.findIndex(({ tag }) => tag.endsWith('_usage_pending')));
  const { db, close } = createDatabase(url, { max: 4 });
  onTestFinished(close);
  await db.execute(sql`insert into usage_time_zone (time_zone) values (${timeZone})`);
  const [session, grows] = [newId(), newId()];
  await writeAsBefore(db, { eventId: newId(), session, ms: 10 });
  await writeAsBefore(db, { eventId: grows, session, ms: 20 });

  await migrateDatabase({ url, migrationsFolder });

  const logger = createLog('silent');
  await prepareUsage({ db, logger, settings: apiSettings({ databaseUrl: url, dataDir: '.', timeZone }) });
  expect(await wrongRollups({ db })).toEqual([]);
  // What stood is not added up again, and grows in either kind of server.
  await storePageViews(db, [plainView({ sent: { eventId: grows, sessionKey: session, duration: 40 } })]);
  await writeAsBefore(db, { eventId: grows, session, ms: 50 });
  const added = newId();
  await storePageViews(db, [plainView({ sent: { eventId: added, sessionKey: session, duration: 7 } })]);
  await writeAsBefore(db, { eventId: added, session, ms: 9 });
  await writeAsBefore(db, { eventId: newId(), session, ms: 1 });
  expect(await db.$count(usagePending)).toBe(2);
  // Also when it is rebuilt before: one view is half there, as an old server has added its growth up.
  await withRollupLock(db, (tx) => rebuild(tx, timeZone));
  await createRollupUpdates({ db, logger }).now();
  expect(await db.$count(usagePending)).toBe(0);
  expect(await wrongRollups({ db })).toEqual([]);
  const { rows } = await db.execute(
    sql`select sum(visitors)::int as visitors, sum(views)::int as views, sum(duration)::int as duration from usage_totals
      where class_id is null and textbook_id is null and lesson_id is null and content_type is null`,
  );
  expect(rows).toEqual([{ visitors: 1, views: 4, duration: 70 }]);
});
