import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { media, mediaRequests, pageViews } from '#api/ground/db/schema.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { type RunningApi, startApi } from '#api/app/start.ts';
import { LogFile } from '#launch/log-file.ts';
import { login } from '#schema/rest/auth.ts';
import { uploadPageImage } from '#schema/rest/media.ts';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { type Child, createWorks, type Works } from '#tests/api/child-works.ts';
import { makePlace, type Place } from '#tests/api/samples/place.ts';
import { addStaff, send, tokenOf } from '#tests/api/school.ts';
import { answerOf } from '#tests/support/answers.ts';
import { picture } from '#tests/support/media-samples.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts';

const megabyte = 1024 * 1024;
const reserve = 60 * megabyte;
const password = 'a-quiet-horse-reads';

const mounted = await mountSmallDisk(500);
const leftOut = typeof mounted === 'string' ? ` (left out: ${mounted})` : '';

describe.skipIf(typeof mounted === 'string')(`a small disk that fills up${leftOut}`, () => {
  if (typeof mounted === 'string') return;
  const disk: SmallDisk = mounted;
  let postgres: EmbeddedPostgres;
  let ending = false;
  let api: RunningApi;
  let place: Place;
  let works: Works;
  let child: Child;
  let email: string;
  let token: string;
  let content: Buffer;

  // As the launcher does: a database that has ended is started again.
  async function keepDatabase(): Promise<void> {
    while (!ending) {
      await postgres.exited;
      while (!ending)
        try {
          postgres = await startEmbeddedPostgres({ dataDir: disk.path });
          break;
        } catch {
          // Not before there is room again.
        }
    }
  }

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataDir: disk.path });
    const { url } = postgres;
    const settings = apiSettings({
      databaseUrl: url,
      dataDir: disk.path,
      databasePool: 5,
      diskReserveBytes: reserve,
    });
    await prepareDatabase(settings, createLog('error'));
    api = await startApi(settings);
    void keepDatabase();
    const { services } = api;
    const world = { apiUrl: api.url, url: api.url, services, databaseUrl: url, close: () => Promise.resolve() };
    place = await makePlace(world);
    works = createWorks(world, place);
    child = await works.aChild();
    email = `${randomUUID()}@school.test`;
    const staff = await addStaff(world, {
      role: 'Administrator',
      email,
      passwordHash: await quickHash(password),
    });
    token = await tokenOf(world, staff);
    content = await picture('png');
  }, 180_000);

  afterAll(async () => {
    ending = true;
    await disk.empty();
    try {
      await api.close();
      await postgres.stop();
    } finally {
      await disk.close();
    }
  }, 60_000);

  const signIn = () => send({ apiUrl: api.url }, login, { body: { email, password } }).then(({ status }) => status);
  const view = async () => {
    const eventId = randomUUID();
    const body = { eventId, name: 'Unit list', pageUrl: '/student/unit-list', duration: 1000 };
    const { status } = await send({ apiUrl: api.url }, recordPageView, { body });
    return { eventId, status };
  };
  const uploads = async () => {
    const files = { file: { content, fileName: 'page.png' } };
    const page = await send({ apiUrl: api.url }, uploadPageImage, { token, files });
    const work = await works.sendImage(child, content);
    return [page.status, work.status];
  };
  const requests = () => api.services.db.$count(mediaRequests);

  test('refuses uploads with 507 before the reserve is touched, while page views and sign-ins go on', async () => {
    const ready = await works.outcome(child, works.sendImage(child, content));
    expect(ready.state).toBe('ready');
    const before = await requests();
    await disk.fillUntil(reserve - 8 * megabyte);
    expect(await uploads()).toEqual([507, 507]);
    expect(await requests()).toBe(before);
    expect([await signIn(), (await view()).status]).toEqual([200, 204]);
    await disk.empty();
    expect(await uploads()).toEqual([201, 202]);
  });

  test('wholly full, for rows and the write-ahead log too, loses nothing that was answered for, and recovers by itself', async () => {
    const { db, storage } = api.services;
    const { requestId } = await answerOf(uploadCommunityImage, works.sendImage(child, content));
    const kept: string[] = [];
    await disk.fillUntil(0);
    // Until the database has no room for another row.
    let failures = 0;
    for (let sent = 0; failures < 3 && sent < 5000; sent += 20)
      for (const { eventId, status } of await Promise.all(Array.from({ length: 20 }, view))) {
        if (status === 204) kept.push(eventId);
        else failures += 1;
        expect([204, 503, 507]).toContain(status);
      }
    expect(failures).toBeGreaterThan(2);
    expect([200, 503, 507]).toContain(await signIn());
    // Nor for another segment of its write-ahead log, without which PostgreSQL ends.
    const endedByLog = async () => {
      for (let segment = 0; segment < 60; segment += 1)
        await api.services.pool.query(`select pg_logical_emit_message(true, 'full', 'disk'), pg_switch_wal()`);
    };
    await expect(endedByLog()).rejects.toThrow();
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    for (const status of await uploads()) expect([503, 507]).toContain(status);

    await disk.empty();
    await vi.waitFor(async () => expect([await signIn(), (await view()).status]).toEqual([200, 204]), {
      timeout: 90_000,
      interval: 500,
    });
    await vi.waitFor(async () => expect(await uploads()).toEqual([201, 202]), { timeout: 90_000, interval: 500 });
    const found = await db.select({ id: pageViews.eventId }).from(pageViews).where(inArray(pageViews.eventId, kept));
    expect(found).toHaveLength(kept.length);
    await vi.waitFor(async () => expect((await works.statusOf(child, requestId)).state).toBe('ready'), {
      timeout: 120_000,
      interval: 200,
    });
    const [file] = await db.select().from(media).where(eq(media.storageKey, requestId));
    expect((await buffer(await storage.open(requestId))).length).toBe(file?.byteSize);
  }, 300_000);

  test('takes no more log while it is full, and more when there is room again', async () => {
    const log = new LogFile(join(disk.path, 'service.log'), megabyte);
    const page = Buffer.alloc(4096, 'x');
    log.write(Buffer.from('before\n'));
    await disk.fillUntil(0);
    // Past its limit too, where it begins a new file.
    for (let written = 0; written < 600; written += 1) log.write(page);
    await disk.empty();
    log.write(Buffer.from('after\n'));
    const texts = await Promise.all(['.1', ''].map((part) => readFile(`${log.path}${part}`, 'utf8').catch(() => '')));
    expect(texts.join('')).toMatch(/^before\n[^]*after\n$/);
  });
});
