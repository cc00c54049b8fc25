import { beforeEach, describe, expect, it, vi } from 'vitest';
import { picture } from '#tests/support/waiting-work.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';
import { briefOf } from '#web/student/platform/sending/work.ts';

const ids = (store: ReturnType<typeof createWorkStore>) => store.select(({ id }) => id);

/** A device whose transactions succeed but fail to commit for lack of room. */
function fillDevice() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown) {
    const request = this.count();
    request.addEventListener('success', () => this.transaction.abort());
    return this.add(value);
  });
}

beforeEach(async () => {
  vi.restoreAllMocks();
  const store = createWorkStore();
  for (const id of await ids(store)) await store.remove(id);
});

describe('the works on a device', () => {
  it('are there for another page, the oldest first, until they are removed', async () => {
    const [here, there] = [createWorkStore(), createWorkStore()];
    await here.keep({ ...picture, id: 'young', madeAt: 2 });
    expect(await here.keep({ ...picture, id: 'old', madeAt: 1 })).toBe(true);
    expect(await ids(there)).toEqual(['old', 'young']);
    expect(await there.one('old')).toEqual({ ...picture, id: 'old', madeAt: 1 });
    await there.remove('old');
    expect(await ids(here)).toEqual(['young']);
  });

  it('stay in the page when the device has taken one and then has no room for it', async () => {
    const [here, there] = [createWorkStore(), createWorkStore()];
    fillDevice();
    expect(await here.keep(picture)).toBe(false);
    expect(await ids(there)).toEqual([]);
    expect(await here.one('work')).toEqual(picture);
    expect(await here.select(briefOf)).toEqual([briefOf(picture)]);
  });

  it('keep what becomes of one, on the device or without room in the page', async () => {
    const store = createWorkStore();
    await store.keep(picture);
    expect(await store.change('work', (work) => ({ ...work, requestId: 'first' }))).toBe(true);
    expect((await createWorkStore().one('work'))?.requestId).toBe('first');
    fillDevice();
    expect(await store.change('work', (work) => ({ ...work, requestId: 'second' }))).toBe(true);
    expect((await store.one('work'))?.requestId).toBe('second');
  });

  it('lose a draft and what the wall will never take, not what another tab has sent meanwhile', async () => {
    const [here, there] = [createWorkStore(), createWorkStore()];
    for (const id of ['draft', 'sent']) await here.keep({ ...picture, id, classHashCode: null });
    await there.change('sent', (work) => ({ ...work, classHashCode: 'class' }));
    await here.keep({ ...picture, id: 'too-long', stuck: 'sendTooLong' });
    await here.keep({ ...picture, id: 'no-room', stuck: 'sendWallFull' });
    for (const id of ['draft', 'sent', 'too-long', 'no-room']) await here.removeUnlessWaiting(id);
    expect([...(await ids(there))].sort()).toEqual(['no-room', 'sent']);
  });

  it('claim the page while one is in its memory alone, and let it go with the last', async () => {
    const claims = new Set<symbol>();
    const claim = () => {
      const own = Symbol('claim');
      claims.add(own);
      return () => void claims.delete(own);
    };
    const store = createWorkStore({ claim });
    await store.keep({ ...picture, id: 'stored' });
    expect(claims.size).toBe(0);
    fillDevice();
    for (const id of ['one', 'two']) await store.keep({ ...picture, id });
    expect(claims.size).toBe(1);
    await store.remove('one');
    expect(claims.size).toBe(1);
    await store.removeUnlessWaiting('two');
    expect(claims.size).toBe(1);
    await store.remove('two');
    expect(claims.size).toBe(0);
    // A change that does not fit any more.
    expect(await store.change('stored', (work) => ({ ...work, requestId: 'first' }))).toBe(true);
    expect(claims.size).toBe(1);
  });

  it('do not come back by a change when they have gone', async () => {
    const [here, there] = [createWorkStore(), createWorkStore()];
    await here.keep(picture);
    await there.remove('work');
    expect(await here.change('work', (work) => ({ ...work, requestId: 'late' }))).toBe(false);
    expect(await ids(there)).toEqual([]);
  });

  it('are told of as they come and go, and a store that does not answer is no empty one', async () => {
    const note = vi.fn();
    const store = createWorkStore({ note });
    await store.keep(picture);
    await store.remove('work');
    expect(note.mock.calls).toEqual([
      ['work', true],
      ['work', false],
    ]);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The connection was closed', 'InvalidStateError');
    });
    await expect(store.read(briefOf)).rejects.toThrow('closed');
    vi.restoreAllMocks();
    expect(await store.read(briefOf)).toEqual([]);
  });
});
