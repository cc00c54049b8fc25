import '#tests/support/dom.ts';
import { caches, Response, setGlobalOrigin } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { picture } from '#tests/support/waiting-work.ts';
import { marker, withRoom } from '#web/student/platform/device/stored-units.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';

beforeEach(async () => {
  setGlobalOrigin('http://localhost');
  vi.stubGlobal('caches', caches);
  for (const [unit, at] of [['new', 300] as const, ['old', 100] as const, ['middle', 200] as const])
    await (await caches.open(`unit ${unit}`)).put(`http://localhost${marker}`, new Response(String(at)));
  await caches.open('letters');
});
afterEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setGlobalOrigin(undefined);
});

const full = () => new DOMException('full', 'QuotaExceededError');
const storedUnits = async () => (await caches.keys()).filter((name) => name.startsWith('unit ')).sort();

/** Finds room when so many tries have found none. */
function after(tries: number): () => Promise<string> {
  let left = tries;
  return async () => {
    if (left-- > 0) throw full();
    return 'done';
  };
}

test('a full device gives up the unit that was opened longest ago, and no more than it needs', async () => {
  expect(await withRoom(after(1))).toBe('done');
  expect(await storedUnits()).toEqual(['unit middle', 'unit new']);
});

test('the unit that is being kept stays, and nothing but units goes', async () => {
  await expect(withRoom(after(9), 'old')).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await caches.keys()).toEqual(['unit old', 'letters']);
});

test('what failed for another reason gives up nothing', async () => {
  await expect(withRoom(() => Promise.reject(new TypeError('no network')))).rejects.toThrow('no network');
  expect(await storedUnits()).toHaveLength(3);
});

test('a work that a child made finds room on a full device, and other works stay', async () => {
  const store = createWorkStore();
  await store.keep({ ...picture, id: 'first' });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw full();
  });
  expect(await store.keep({ ...picture, id: 'second' })).toBe(true);
  expect(await createWorkStore().select(({ id }) => id)).toEqual(['first', 'second']);
  expect(await storedUnits()).toEqual(['unit middle', 'unit new']);
});
