import { eq } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eraseProfile } from '#api/domains/privacy/erase.ts';
import { removeErasedFiles } from '#api/domains/privacy/erased-files.ts';
import { prepareUpload } from '#api/domains/uploads/prepare.ts';
import { newId } from '#api/ground/db/ids.ts';
import { profiles } from '#api/ground/db/schema.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { picture } from '#tests/support/media-samples.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { aKnownChild } from './privacy-child.ts';
import { makePlace, type Place } from './samples/place.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});
afterEach(() => world.services.store.claim());

type Child = Awaited<ReturnType<typeof aKnownChild>>;

const erase = ({ id, name }: Child, storage: Storage = world.services.storage) => {
  const author = { userId: place.own.Administrator.id, requestId: newId() };
  return eraseProfile({ ...world.services, storage }, { id, confirmName: name, author });
};

const keysOf = ({ files, unfinished }: Child): string[] => [
  ...files.flatMap(({ storageKey }) => [storageKey, `${storageKey}.small`]),
  ...[unfinished.sourceKey, unfinished.thumbnailSourceKey],
];

async function left(keys: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) if ((await world.services.storage.size(key)) !== undefined) found.push(key);
  return found;
}

describe('the files of an erased child', () => {
  test('are removed by a job when the store fails at one of them', async () => {
    const child = await aKnownChild(place);
    const keys = keysOf(child);
    expect((await left(keys)).length).toBeGreaterThan(3);
    let removals = 0;
    const remove: Storage['remove'] = async (key) => {
      removals += 1;
      if (removals === 3) throw new Error('the store is away');
      await world.services.storage.remove(key);
    };
    await erase(child, { ...world.services.storage, remove });
    expect(removals).toBe(3);
    expect(await world.services.db.$count(profiles, eq(profiles.id, child.id))).toBe(0);
    await expect.poll(() => left(keys), { timeout: 60_000 }).toEqual([]);
  });

  test('wait while the store belongs to another database, and go when it is this one’s again', async () => {
    const child = await aKnownChild(place);
    const keys = await left(keysOf(child));
    const { store, storage } = world.services;
    await storage.writeMark({ installation: newId() });
    expect(await store.check()).toMatchObject({ state: 'apart' });
    // Only the process that stored a file may remove it then.
    const another = { remove: () => Promise.resolve() };
    await erase(child, { ...storage, ...another });
    const payload = { keys, albums: [] };
    await expect(removeErasedFiles(world.services, payload)).rejects.toThrow('belongs to another installation');
    expect(await left(keys)).toEqual(keys);
    await store.claim();
    await expect.poll(() => left(keys), { timeout: 60_000 }).toEqual([]);
  });

  test('do not stay when they are stored after the erasure, by a worker that then fails', async () => {
    const child = await aKnownChild(place);
    const { services } = world;
    const { sourceKey, thumbnailSourceKey, id } = child.unfinished;
    for (const key of [sourceKey, thumbnailSourceKey])
      await services.storage.put(key, Readable.from([await picture('png')]));
    const put: Storage['put'] = async (key, content) => {
      if (key === id) await erase(child);
      return services.storage.put(key, content);
    };
    const stored = vi.fn(put);
    const run = { attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await prepareUpload({ ...services, storage: { ...services.storage, put: stored } }, { requestId: id }, run);
    expect(stored).toHaveBeenCalledWith(id, expect.anything());
    expect(await left([id, `${id}.small`, `${id}.thumbnail`, ...keysOf(child)])).toEqual([]);
  });

  test('stay where a row uses the key again', async () => {
    const { db, storage } = world.services;
    const { storageKey } = await makeMedia(db);
    await storage.put(storageKey, Readable.from(['of a demo school']));
    await removeErasedFiles(world.services, { keys: [storageKey], albums: [] });
    expect(await left([storageKey])).toEqual([storageKey]);
  });
});
