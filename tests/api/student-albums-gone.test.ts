import { eq } from 'drizzle-orm';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileKey, newAlbumKey } from '#api/domains/albums/files.ts';
import { writeAlbum } from '#api/domains/albums/run.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { eraseProfile } from '#api/domains/privacy/erase.ts';
import { newId } from '#api/ground/db/ids.ts';
import { studentAlbums } from '#api/ground/db/schema.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { createAlbumDesk } from './album-desk.ts';
import type { Place } from './samples/place.ts';

const world = keptApi();
const { begin, usual, setSchool, aChildWithWorks, filesOf } = createAlbumDesk(world);
let place: Place;
let schoolId: string;

const db = () => world.services.db;

beforeAll(async () => {
  ({ place, schoolId } = await begin());
});
beforeEach(() => usual());

/** An album without a job: the test runs it. */
async function anAlbum() {
  const id = newId();
  const { classId, profileId } = await aChildWithWorks();
  const of = { profileId, classIds: [classId], schoolId, madeById: place.own.Teacher.id };
  const key = { storageKey: newAlbumKey(id), tokenHash: hashOf(id) };
  await db()
    .insert(studentAlbums)
    .values({ id, ...of, ...key, days: 3 });
  return { id, profileId };
}

const jobRun = () => ({ attempt: 1, lastAttempt: false, signal: new AbortController().signal });
const run = (albumId: string, storage: Storage = world.services.storage) =>
  writeAlbum({ ...world.services, storage }, { albumId }, jobRun());
const isThere = async (id: string) => (await db().$count(studentAlbums, eq(studentAlbums.id, id))) === 1;
const storePdf = (id: string) =>
  world.services.storage.put(fileKey(newAlbumKey(id), 'pdf'), Readable.from(['of an earlier attempt']));

describe('an album leaves no file', () => {
  test.each(['pdf', 'zip'] as const)('when its child is erased while the %s is stored', async (format) => {
    const { id, profileId } = await anAlbum();
    const { storage } = world.services;
    const author = { userId: place.own.Administrator.id, requestId: 'test' };
    const put: Storage['put'] = async (key, content) => {
      const whole = await buffer(content);
      if (key === fileKey(newAlbumKey(id), format))
        await eraseProfile(world.services, { id: profileId, confirmName: 'Hana Mori', author });
      return storage.put(key, Readable.from([whole]));
    };
    await run(id, { ...storage, put }).catch(() => undefined);
    expect([await isThere(id), await filesOf(id)]).toEqual([false, [false, false]]);
  });

  test('of an earlier attempt when it is not allowed any more', async () => {
    const { id } = await anAlbum();
    await storePdf(id);
    await setSchool({ familyAlbums: false });
    await run(id);
    expect([await isThere(id), await filesOf(id)]).toEqual([false, [false, false]]);
  });

  test('of an earlier attempt whose process was killed when the album had been ended', async () => {
    const { id } = await anAlbum();
    await db().delete(studentAlbums).where(eq(studentAlbums.id, id));
    await storePdf(id);
    await run(id);
    expect(await filesOf(id)).toEqual([false, false]);
  });
});

test('an album that is made keeps its files when its job runs once more', async () => {
  const { id } = await anAlbum();
  await run(id);
  await run(id);
  expect([await isThere(id), await filesOf(id)]).toEqual([true, [true, true]]);
});

test('an album that fails while the disk is full fails alone, and its process goes on', async () => {
  const { id } = await anAlbum();
  const { disk, storage } = world.services;
  const steps = new EventEmitter();
  const [isDrawing, mayDrawOn] = [once(steps, 'drawing'), once(steps, 'drawOn')];
  const full = new Error('No space is left on the device');
  const put: Storage['put'] = async () => {
    await isDrawing;
    throw full;
  };
  const open: Storage['open'] = async (key) => {
    steps.emit('drawing');
    await mayDrawOn;
    return storage.open(key);
  };
  let asked = 0;
  const take = () => Promise.resolve(void (asked += 1));
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  const services = { ...world.services, storage: { ...storage, put, open }, disk: { ...disk, take } };
  await expect(writeAlbum(services, { albumId: id }, jobRun())).rejects.toThrow(full);
  // The pages are still being drawn, and meet the full disk after the job has failed.
  steps.emit('drawOn');
  await expect.poll(() => asked).toBe(1);
  await nextTurn();
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});
