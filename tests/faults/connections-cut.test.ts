import request from 'supertest';
import { expect, test } from 'vitest';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { patience } from '#tests/support/patience.ts';
import { ownWorld } from '#tests/support/world.ts';

const world = ownWorld({ gateway: false });
const cut =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

test('answers again, and works on jobs again, when the database drops every connection', async () => {
  const { pool } = world.services;
  const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const list = () => request(world.apiUrl).get('/api/Class/all').set('authorization', `Bearer ${token}`);
  await pool.query(cut);
  const { status } = await list();
  expect([200, 503]).toContain(status);
  await expect.poll(async () => (await request(world.apiUrl).get('/readyz')).status).toBe(200);
  await list().expect(200);
  await pool.query("select graphile_worker.add_job('forgetExpired', '{}')");
  const waiting = async () => (await pool.query('select from graphile_worker.jobs')).rowCount;
  await expect.poll(waiting, { timeout: patience }).toBe(0);
});
