import { sql } from 'drizzle-orm';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportTextBookQrCodes } from '#schema/rest/qr-codes.ts';
import { type Server, startApiProcess } from '#tests/bench/processes.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, tokenOf } from './school.ts';

const megabyte = 1024 * 1024;
const perUnit = 25;
const units = 4;
// One picture in pixels is five of them, and a hundred would be five hundred; what the process holds goes up and down
// by a hundred by itself.
const flat = 160;

const world = keptApi();
let token: string;
let api: Server;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  api = await startApiProcess(world.databaseUrl, world.services.settings.dataDir);
});
afterAll(async () => {
  await api.stop();
});

async function bookOf(units: number): Promise<string> {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  for (let position = 0; position < units; position += 1) {
    const { id } = await makeLesson(db, { textbookId, position });
    await db.execute(sql`
      insert into contents (id, lesson_id, hash_code, type, position, page_number, name, published_at)
      select gen_random_uuid(), ${id}, left(md5(random()::text), 22), 1, place, ${position * perUnit} + place + 1,
        'ページ ' || place, now()
      from generate_series(0, ${perUnit - 1}) place`);
  }
  return textbookId;
}

/** Exports a book; returns content, duration and the API's peak memory. */
async function exported(bookId: string) {
  const start = performance.now();
  const { body } = await request(`${api.url}/api${exportTextBookQrCodes.path.replace(/\{\w+\}/, bookId)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const arrivals: { at: number; bytes: number }[] = [];
  const chunks: Buffer[] = [];
  let [bytes, memory] = [0, 0];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    arrivals.push({ at: performance.now() - start, bytes });
    if (arrivals.length % 50 === 0) memory = Math.max(memory, await api.memory());
  }
  return { zip: Buffer.concat(chunks), arrivals, memory };
}

test('a book of a hundred contents goes out as it is made, and takes no more memory than one of twenty-five', async () => {
  const smallBook = await bookOf(1);
  // The first one warms the process up.
  await exported(smallBook);
  const small = await exported(smallBook);
  const { zip, arrivals, memory } = await exported(await bookOf(units));
  expect((memory - small.memory) / megabyte).toBeLessThan(flat);

  const [first, last] = [arrivals[0], arrivals.at(-1)];
  expect(first?.at).toBeLessThan((last?.at ?? 0) / 4);
  const halfway = arrivals.find(({ at }) => at > (last?.at ?? 0) / 2);
  expect((halfway?.bytes ?? 0) / zip.length).toBeGreaterThan(0.1);
  expect((halfway?.bytes ?? 0) / zip.length).toBeLessThan(0.9);

  const files = [...(await unzip(zip))];
  expect(files).toHaveLength(1 + 2 * (1 + units + units * perUnit));
  const [name, picture] = files.at(-1) ?? [];
  expect(name).toMatch(/-unit-04-page-100-ページ-24\.png$/);
  expect(await readQrCode(picture ?? Buffer.alloc(0))).toMatch(/\/student\/content\/[0-9a-f]{22}$/);
}, 600_000);
