import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiApp } from '#api/app/api-app.ts';
import { apiKeys as keyTable } from '#api/ground/db/schema.ts';
import { createLog } from '#api/ground/log.ts';
import { createApiKey, revokeApiKey } from '#schema/rest/api-keys.ts';
import { logout, refreshToken } from '#schema/rest/auth.ts';
import { classes } from '#schema/rest/classes.ts';
import { settings } from '#schema/rest/site.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let key: string;
let id: string;

beforeAll(async () => {
  ({ key, id } = await makeKey(world));
});

const list = (token: string) => send(world, classes, { token });
const anyKey = () => `mbk_${randomBytes(32).toString('base64url')}`;

describe('a forged API key', () => {
  test.each<[string, () => string]>([
    ['made up', anyKey],
    ['that begins like another', () => `${key.slice(0, 30)}${anyKey().slice(30)}`],
    ['that ends like another', () => `${anyKey().slice(0, -4)}${key.slice(-4)}`],
    ['in other letters', () => `mbk_${key.slice(4).toUpperCase()}`],
    ['cut off', () => key.slice(0, -1)],
    ['with more behind it', () => `${key}A`],
    ['of nothing', () => 'mbk_'],
    ['of eight thousand letters', () => `mbk_${'A'.repeat(8000)}`],
    ['with SQL in it', () => `mbk_'or(true)--${'A'.repeat(32)}`],
  ])('%s is not known', async (_, forge) => {
    const forged = forge();
    expect(forged).not.toBe(key);
    const problem = await problemOf(list(forged), 401);
    expect(problem.messageKey).toBe('messages.apiKeyUnknown');
    expect(JSON.stringify(problem)).not.toContain(forged);
  });

  test('of its own hash, as somebody would have it from a copy of the database, is not known', async () => {
    const [row] = await world.services.db.select().from(keyTable).where(eq(keyTable.id, id));
    for (const stolen of [`mbk_${row?.keyHash}`, `mbk_${row?.keyHash.slice(0, 43)}`, row?.keyHash ?? ''])
      await problemOf(list(stolen), 401);
  });

  test('is refused where no token is needed at all', async () => {
    await problemOf(send(world, settings, { token: anyKey() }), 401);
    await send(world, settings, { token: key }).expect(200);
    await send(world, settings).expect(200);
  });
});

describe('an API key', () => {
  test.each<[string, (at: string) => request.Test]>([
    ['in the query', (at) => request(at).get(`/api/Class?access_token=${key}&api_key=${key}&key=${key}&token=${key}`)],
    ['in a header of its own', (at) => request(at).get('/api/Class').set({ 'x-api-key': key, 'api-key': key })],
    ['in a cookie', (at) => request(at).get('/api/Class').set('cookie', `authorization=${key}; token=${key}`)],
    ['as a password', (at) => request(at).get('/api/Class').auth(key, key)],
    ['without its scheme', (at) => request(at).get('/api/Class').set('authorization', key)],
    ['in the body', (at) => request(at).post('/api/Auth/admission').send({ cost: 1, key, token: key })],
  ])('%s lets nobody in', async (_, request) => {
    await request(world.apiUrl).expect(401);
  });

  test('does not sign in, refresh or sign out its owner', async () => {
    const { owner, key: own } = await makeKey(world);
    const session = await tokenOf(world, owner);
    await problemOf(send(world, logout, { token: own }), 403);
    await problemOf(send(world, refreshToken, { token: own, body: { refreshToken: own } }), 403);
    await problemOf(send(world, refreshToken, { body: { refreshToken: own } }), 401);
    await list(session).expect(200);
  });

  test('is dead the moment it is revoked, with requests of it under way', async () => {
    const { key: doomed, id: doomedId } = await makeKey(world);
    const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const underWay = Array.from({ length: 20 }, () => list(doomed).then(({ status }) => status));
    await send(world, revokeApiKey, { token, params: { id: doomedId } }).expect(204);
    const later = await Promise.all(Array.from({ length: 20 }, () => list(doomed)));
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([401]));
    for (const status of await Promise.all(underWay)) expect([200, 401]).toContain(status);
  });

  test('is written nowhere: no log, no table, no file', async () => {
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    const { services } = world;
    const app = createApiApp({ ...services, logger: createLog('trace', { destination: stream }) }, { ready: true });
    const owner = await addStaff(world, { role: 'Administrator' });
    const body = { name: 'Quiet', scopes: ['Class:read'] };
    const session = `Bearer ${await tokenOf(world, owner)}`;
    const made = await request(app).post('/api/ApiKey').set('authorization', session).send(body).expect(201);
    const { key: quiet, apiKey } = createApiKey.response.parse(made.body);
    const bearer = `Bearer ${quiet}`;
    await request(app).get('/api/Class').set('authorization', bearer).expect(200);
    await request(app).get('/api/User').set('authorization', bearer).expect(403);
    await request(app).get('/api/nowhere').set('authorization', bearer).expect(404);
    await request(app)
      .post('/api/Auth/admission')
      .set('authorization', bearer)
      .type('json')
      .send('{ broken')
      .expect(400);
    await expect.poll(() => lines.filter((line) => line.includes(apiKey.id))).toHaveLength(2);
    expect(lines.join('')).not.toContain(quiet.slice(4, -4));
    expect(await tablesWith(quiet.slice(4, -4))).toEqual([]);
    expect(await tablesWith('Quiet')).toEqual(['api_keys', 'audit_log']);
    expect(await filesWith(quiet.slice(4, -4))).toEqual([]);
  });
});

async function tablesWith(text: string): Promise<string[]> {
  const { db } = world.services;
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by name`,
  );
  const found = rows.map(async ({ name }) => {
    const holds = await db.execute(sql`select from ${sql.raw(name)} as t where t::text like ${`%${text}%`} limit 1`);
    return holds.rowCount === 0 ? [] : [name.replace('public.', '')];
  });
  return (await Promise.all(found)).flat();
}

async function filesWith(text: string): Promise<string[]> {
  const folder = world.services.settings.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = files.map(async (file) => ((await readFile(file)).includes(text) ? [file] : []));
  return (await Promise.all(found)).flat();
}
