import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApiApp } from '#api/app/api-app.ts';
import { newId } from '#api/ground/db/ids.ts';
import { healthRoutes } from '#api/ground/http/health.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import type { World } from '#tests/support/world.ts';

const world = keptApi();

const life = { ready: true };
/** An API in this process over the world's parts, some of them changed. */
const apiWith = (storage: Partial<Storage> = {}) => {
  const services = { ...world.services, storage: { ...world.services.storage, ...storage } };
  return request(createApiApp(services, life));
};

describe('/readyz', () => {
  test('asks the database and the store once, however many ask it at the same time', async () => {
    const { storage } = world.services;
    const put = vi.fn<Storage['put']>((key, content) => storage.put(key, content));
    const asked = vi.spyOn(world.services.pool, 'query');
    const api = apiWith({ put });
    const before = asked.mock.calls.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/readyz')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(put).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls.slice(before).filter(([sql]) => JSON.stringify(sql).includes('__drizzle'))).toHaveLength(1);
    asked.mockRestore();
  });

  test('says no while the folder of the files cannot be written, and yes again by itself', async () => {
    const media = join(world.services.settings.dataDir, 'media');
    await rename(media, `${media}-away`);
    // Root may write everywhere; not even root makes a folder below a file.
    await writeFile(media, '');
    const api = apiWith();
    await api.get('/readyz').expect(503, { ready: false, reason: 'storage' }).expect('retry-after', /\d/);
    await chmod(media, 0o600);
    await rename(`${media}-away`, `${media}-back`);
    await rename(media, `${media}-file`);
    await rename(`${media}-back`, media);
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(200);
  });

  test('says no while the bucket does not answer', async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const api = apiWith(await openStorage({ ...world.services.settings, s3: server.settings }, newId()));
    await api.get('/readyz').expect(200);
    await server.stop();
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(503);
    await api.get('/readyz').expect(503, { ready: false, reason: 'storage' });
  });

  test('stays with a full disk: uploads are refused, and the rest goes on', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await apiWith({ put: () => Promise.reject(full) })
      .get('/readyz')
      .expect(200);
  });

  test('says no on a database that lacks a migration of this code', async () => {
    const { pool } = world.services;
    const newest = 'created_at = (select max(created_at) from drizzle.__drizzle_migrations)';
    const { rows } = await pool.query(`delete from drizzle.__drizzle_migrations where ${newest} returning *`);
    expect(rows).toHaveLength(1);
    await apiWith().get('/readyz').expect(503, { ready: false, reason: 'migrations' });
    const [{ id, hash, created_at: at }] = rows as [{ id: number; hash: string; created_at: string }];
    await pool.query('insert into drizzle.__drizzle_migrations (id, hash, created_at) values ($1, $2, $3)', [
      id,
      hash,
      at,
    ]);
    await apiWith().get('/readyz').expect(200);
  });

  test('/healthz asks nothing', async () => {
    const unasked = new Proxy({} as World['services'], {
      get: (_, part) => {
        if (part === 'settings') return world.services.settings;
        return new Proxy({}, { get: () => () => Promise.reject(new Error('asked')) });
      },
    });
    await request(express().use(healthRoutes(unasked, life)))
      .get('/healthz')
      .expect(200, { status: 'ok' });
  });
});
