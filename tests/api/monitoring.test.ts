import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import request from 'supertest';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { maintenanceRuns, nightlyRuns } from '#api/ground/db/schema.ts';
import { readSettings } from '#gateway/settings.ts';
import { freePort } from '#tests/support/ports.ts';
import { startWorld } from '#tests/support/world.ts';

const named = (text: string): string[] => [...new Set(text.match(/\bmanabook_[a-z_]+/g))].sort();
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

test('rules and dashboard name only what the processes measure, which is what an operator watches', async () => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const world = await startWorld({
    gateway: { metrics: { ...readSettings({}).metrics, port } },
    api: { metrics: { port: apiPort, host: '127.0.0.1' } },
  });
  const read = async (at: number) => (await request(`http://127.0.0.1:${at}`).get('/metrics').expect(200)).text;
  try {
    const { db, pool } = world.services;
    const startedAt = new Date(Date.now() - 60_000);
    await db.insert(nightlyRuns).values({ id: newId(), startedAt, finishedAt: startedAt, removed: {} });
    for (const [kind, outcome] of [
      ['backup', 'done'],
      ['sweep', 'held'],
    ] as const)
      await db.insert(maintenanceRuns).values({ id: newId(), kind, outcome, startedAt, finishedAt: startedAt });
    await pool.query("select graphile_worker.add_job('nobody-knows-this', run_at => now() - interval '1 hour')");
    await request(world.url).post('/graphql').send({ query: '{ settings { timeZone } }' }).expect(200);

    const api = await read(apiPort);
    const measured = named((await read(port)) + api);
    for (const file of ['alerts.yaml', 'grafana-dashboard.json']) {
      const used = named(await readFile(`docs/monitoring/${file}`, 'utf8'));
      expect(used.length).toBeGreaterThan(10);
      expect(used.filter((name) => !measured.includes(name))).toEqual([]);
    }
    const age = (series: string) => Date.now() / 1000 - valueOf(api, series);
    expect(valueOf(api, 'manabook_database_up')).toBe(1);
    expect(valueOf(api, 'manabook_jobs_oldest_ready_seconds')).toBeGreaterThan(3_500);
    expect(valueOf(api, 'manabook_jobs{state="ready"}')).toBeGreaterThan(0);
    expect(valueOf(api, 'manabook_pool_waiting')).toBe(0);
    expect(valueOf(api, 'manabook_sweep_held')).toBe(1);
    expect(age('manabook_night_finished_timestamp_seconds')).toBeGreaterThan(50);
    expect(age('manabook_upkeep_done_timestamp_seconds{kind="backup"}')).toBeGreaterThan(50);
    expect(api).toMatch(/manabook_disk_free_bytes\{folder="[^"]+"\} \d/);

    // Without the database there are still metrics, and they say so.
    await db.execute(sql`alter table nightly_runs rename to gone`);
    expect(valueOf(await read(apiPort), 'manabook_database_up')).toBe(0);
  } finally {
    await world.close();
  }
});
