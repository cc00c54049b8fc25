import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { eraseProfile } from '#api/domains/privacy/erase.ts';
import { removePageViews } from '#api/domains/retention/retention.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import { rebuild } from '#api/domains/usage/rebuild.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { createDatabase } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { profiles } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import { plainView } from '#tests/api/samples/plain-view.ts';
import { watchingLocks } from './lock-waits.ts';
import { timed, timesOf } from './measure.ts';
import { usageZone } from './usage-data.ts';

/** Nothing may make a writer wait for longer (issue 20), in milliseconds. */
const longestWait = 100;

interface Disturbed {
  readonly services: Services;
  readonly databaseUrl: string;
}

const name = 'ひなた';

/** New children, each with many page views. */
async function newChildren({ services: { db, rollups } }: Disturbed, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await db.insert(profiles).values(ids.map((id) => ({ id, name, animal: 'fox' as const })));
  for (const profileId of ids) {
    const views = Array.from({ length: 500 }, () => plainView({ profileId }));
    await storePageViews(db, views);
  }
  await rollups.now();
  return ids;
}

/** What runs beside the writers, by name. */
async function disturbances(disturbed: Disturbed): Promise<Record<string, () => Promise<unknown>>> {
  const { services } = disturbed;
  const children = await newChildren(disturbed, 20);
  const administrator = await services.pool.query<{ id: string }>('select id from users limit 1');
  const userId = administrator.rows[0]?.id ?? '';
  const night = { services, signal: new AbortController().signal };
  return {
    nothing: () => wait(3_000),
    'a rebuild': () => withRollupLock(services.db, (tx) => rebuild(tx, usageZone)),
    'a night of retention': () => removePageViews(night, 640),
    'a night beside a long report': async () => {
      const reader = new Client({ connectionString: disturbed.databaseUrl });
      await reader.connect();
      await reader.query('begin; select count(*) from page_views');
      const removing = removePageViews(night, 560);
      await wait(1_000);
      await reader.end();
      await removing;
    },
    'erasing twenty children': async () => {
      for (const id of children)
        await eraseProfile(services, { id, confirmName: name, author: { userId, requestId: newId() } });
    },
  };
}

/** Writes page views one after another while something else is done; whether any writer waited for too long. */
export async function measureNight(disturbed: Disturbed): Promise<boolean> {
  const application = 'manabook writer';
  const url = new URL(disturbed.databaseUrl);
  url.searchParams.set('application_name', application);
  const { db, close } = createDatabase(url.href, { max: 4 });
  const found: Record<string, object> = {};
  let missed = false;
  for (const [what, work] of Object.entries(await disturbances(disturbed))) {
    const times: number[] = [];
    let running = true;
    const { rows } = await disturbed.services.pool.query<{ id: string }>(
      'select id from profiles order by id limit 20',
    );
    const write = async (at: number) => {
      for (let turn = at; running; turn += 1) {
        const profileId = rows[turn % rows.length]?.id ?? null;
        times.push(await timed(() => storePageViews(db, [plainView({ profileId }), plainView()])));
        await wait(5);
      }
    };
    const { result, waits } = await watchingLocks({ url: disturbed.databaseUrl, application }, async () => {
      const writing = Promise.all([write(0), write(7)]);
      try {
        return await timed(work);
      } finally {
        running = false;
        await writing;
      }
    });
    missed ||= waits.longest > longestWait;
    if (waits.longest > longestWait)
      console.error(`missed: a writer waited ${waits.longest.toFixed(0)} ms beside ${what}, wanted ${longestWait}`);
    const { p50, p99 } = timesOf(times);
    found[what] = {
      'took ms': Math.round(result),
      'writes beside': times.length,
      'p50 ms': p50.toFixed(1),
      'p99 ms': p99.toFixed(1),
      'longest ms': Math.max(...times).toFixed(1),
      'longest wait for a lock seen, ms': waits.longest.toFixed(1),
    };
  }
  await close();
  console.log('\nTwo writers, one after another, beside what a night does:');
  console.table(found);
  console.log(`wanted: no wait for a lock over ${longestWait} ms`);
  return missed;
}
