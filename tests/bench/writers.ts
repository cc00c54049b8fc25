import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { openServices } from '#api/app/open-services.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { differences } from '#api/domains/usage/rebuild.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseUrl } from '#tests/support/template.ts';
import { timed } from './measure.ts';
import { startApiProcess } from './processes.ts';
import { fillSchool } from './school-data.ts';
import { addUpViews, fillViews, usageZone } from './usage-data.ts';
import { printBeyond } from './writers-beyond.ts';
import { type Load, measureLoad, printLoads } from './writers-load.ts';
import { measureNight } from './writers-night.ts';

const school = { users: 1_000, classes: 500, textbooks: 20 };
const processes = [1, 2, 4];
const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '150000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '2' },
  },
});
const [views, seconds, rounds] = [Number(values.views), Number(values.seconds), Number(values.rounds)];

const folder = await mkdtemp(join(tmpdir(), 'manabook-bench-'));
const postgres = await startThrowAwayPostgres({ durable: true });
try {
  await administer(postgres.url, 'create database school');
  const url = databaseUrl(postgres.url, 'school');
  const settings = apiSettings({
    databaseUrl: url,
    dataDir: join(folder, 'school'),
    databasePool: 5,
    timeZone: usageZone,
  });
  await prepareDatabase(settings, createLog('error'));
  await fillSchool(url, school);
  const opened = await openServices(settings);
  const { services } = opened;
  await prepareUsage(services);
  const filling = await timed(async () => {
    await fillViews(url, services.db, { ...school, views });
    await addUpViews(url, services.db);
  });
  console.log(`${views} page views over two years, made and added up in ${Math.round(filling / 1000)} s`);

  // Jobs would add up at any moment, and their processes are not the writers that are measured.
  const more = {
    API_JOBS: 'off',
    SCHOOL_TIME_ZONE: usageZone,
    TRUST_PROXY: 'loopback',
    DEMO_DATA: 'off',
    DATABASE_POOL: '5',
  };
  const servers = [];
  for (let at = 0; at < Math.max(...processes); at += 1)
    servers.push(await startApiProcess(url, settings.dataDir, more));
  const target = { databaseUrl: url, postgres: postgres.pid, classes: school.classes, seconds };
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const count of processes) loads.push(await measureLoad(servers.slice(0, count), target));
  for (const server of servers) await server.stop();
  printLoads(loads);

  const missed = await measureNight({ services, databaseUrl: url });
  // The last one, when everything is warm.
  const one = loads.filter((load) => load.processes === 1).at(-1);
  if (one) await printBeyond(services, one);
  await services.rollups.now();
  const wrong = await withRollupLock(services.db, (tx) => differences(tx, usageZone));
  const rows = wrong.reduce((sum, each) => sum + each.missing + each.wrong, 0);
  console.log(`rollups that differ from the page views: ${rows} rows`);
  await opened.close();
  if (missed || rows > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
