import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#api/ground/db/client.ts';
import { installation } from '#api/ground/db/schema.ts';
import { newId } from '#api/ground/db/ids.ts';
import { createLog } from '#api/ground/log.ts';
import { openReportReader } from '#api/ground/db/read-reports.ts';
import { checkReplica } from '#api/app/system/checks/replica.ts';
import { usageByDay, usageReport, visitorReport } from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { ownWorld } from '#tests/support/world.ts';
import { addStaff, send, tokenOf } from './school.ts';

const { From, To } = { From: '2011-06-01', To: '2011-06-02' };
const query = { From, To };
const views = (count: number) =>
  Array.from({ length: count }, () => ({ startedAt: new Date('2011-06-01T03:00:00Z'), sessionKey: randomUUID() }));

/** Another database with the same installation id, since all test databases are clones, but with other page views. */
const copy = ownWorld({ gateway: false });
const world = ownWorld(() => ({ gateway: false, api: { reportsUrl: copy.databaseUrl } }));
let token: string;
beforeAll(async () => {
  await keepViews(copy.services, ...views(5));
  await keepViews(world.services, ...views(2));
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

/** The number of visitors in each report. */
async function reportedViews(): Promise<number[]> {
  const visitors = await answerOf(visitorReport, send(world, visitorReport, { token, query }));
  const usage = await answerOf(usageReport, send(world, usageReport, { token, query }));
  const { items } = await answerOf(usageByDay, send(world, usageByDay, { token, query }));
  return [visitors.totals.numberOfVisitors, usage.totals.numberOfVisitors, items[0]?.visitors ?? 0];
}

describe('reports, where a read replica is set', () => {
  test('are read from it, at one moment and without a right to write', async () => {
    expect(await reportedViews()).toEqual([5, 5, 5]);
    const { rows } = await world.services.readReports((tx) =>
      tx.execute<{ read_only: string; isolation: string }>(
        "select current_setting('transaction_read_only') as read_only, current_setting('transaction_isolation') as isolation",
      ),
    );
    expect(rows).toEqual([{ read_only: 'on', isolation: 'repeatable read' }]);
  });

  test('come from the main database while it is away', async () => {
    const { db, settings } = world.services;
    const gone = new URL(copy.databaseUrl);
    gone.port = '1';
    const reader = await openReportReader(db, { ...settings, reportsUrl: gone.href }, createLog('silent'));
    onTestFinished(reader.close);
    const { rows } = await reader.read((tx) => tx.execute('select current_database() as name'));
    expect(rows).toEqual([{ name: new URL(world.databaseUrl).pathname.slice(1) }]);
  });

  test('are never those of another installation, nor of a database without the last migration', async () => {
    const database = createDatabase(copy.databaseUrl, { max: 1 });
    onTestFinished(database.close);
    const { db, settings } = world.services;
    const nameRead = async () => {
      const reader = await openReportReader(db, settings, createLog('silent'));
      const { rows } = await reader.read((tx) => tx.execute('select current_database() as name'));
      await reader.close();
      return rows[0]?.name;
    };
    const [ours, theirs] = [world, copy].map(({ databaseUrl }) => new URL(databaseUrl).pathname.slice(1));
    expect(await nameRead()).toBe(theirs);

    const last = 'created_at = (select max(created_at) from drizzle.__drizzle_migrations)';
    await database.db.execute(`update drizzle.__drizzle_migrations set created_at = created_at - 1 where ${last}`);
    expect(await nameRead()).toBe(ours);
    await database.db.execute(`update drizzle.__drizzle_migrations set created_at = created_at + 1 where ${last}`);
    expect(await nameRead()).toBe(theirs);

    const [row] = await database.db.select().from(installation);
    await database.db.update(installation).set({ id: newId() });
    expect(await nameRead()).toBe(ours);
    expect(await checkReplica(db, settings)).toMatchObject([{ finding: 'otherInstallation', state: 'wrong' }]);
    await database.db.update(installation).set({ id: row?.id });
  });

  test('the doctor tells a copy that does not follow, one that is away, and says nothing without one', async () => {
    const { db } = world.services;
    expect(await checkReplica(db, { reportsUrl: undefined })).toEqual([]);
    expect(await checkReplica(db, { reportsUrl: copy.databaseUrl })).toMatchObject([{ finding: 'standsStill' }]);
    const reportsUrl = 'postgresql://school:hush-hush@127.0.0.1:1/school';
    const away = await checkReplica(db, { reportsUrl });
    expect(away).toMatchObject([{ finding: 'unreachable', state: 'warning' }]);
    expect(JSON.stringify(away)).not.toContain('hush');
  });
});
