import { withRoom } from '#web/student/platform/device/stored-units.ts';
import { isWaiting, readWork, type Work } from './work.ts';

const databaseName = 'manabook-recordings';
const storeName = 'recordings';

/** Resolves when a transaction is committed: a request that succeeded may still fail at the commit for lack of room. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The device’s store gave no answer'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

function open(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
    request.onerror = () => reject(request.error ?? new Error('The device’s store does not open'));
    request.onsuccess = () => {
      request.result.onclose = onClose;
      resolve(request.result);
    };
  });
}

interface WorkStoreParts {
  /** Called with each work's id and whether the work waits to be sent. */
  readonly note?: (id: string, waits: boolean) => void;
  /** Claims the page, until the returned function is called, while a work is in its memory alone. */
  readonly claim?: () => () => void;
}

/**
 * Stores works in IndexedDB until the wall has them, with everything that sending needs. When the browser refuses the
 * store (full, private), works live as long as the page.
 */
export function createWorkStore({ note = () => undefined, claim = () => () => undefined }: WorkStoreParts = {}) {
  const inPage = new Map<string, Work>();
  let release: (() => void) | undefined;
  let database: Promise<IDBDatabase> | undefined;
  // A connection that failed to open or was closed by the browser is opened again on the next use.
  const closed = () => (database = undefined);

  function setInPage(work: Work): void {
    inPage.set(work.id, work);
    release ??= claim();
  }

  function removeFromPage(id: string): void {
    inPage.delete(id);
    if (inPage.size > 0) return;
    release?.();
    release = undefined;
  }

  /** Runs a transaction; resolves with its result after the commit. */
  async function run<Found>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => () => Found): Promise<Found> {
    database ??= open(closed);
    const transaction = await database
      .then((opened) => opened.transaction(storeName, mode))
      .catch((error: unknown) => {
        closed();
        throw error;
      });
    const found = act(transaction.objectStore(storeName));
    await committed(transaction);
    return found();
  }

  /** Stores a work; units that are stored for offline use make room for it. */
  const put = (work: Work): Promise<boolean> =>
    withRoom(() =>
      run('readwrite', (store) => {
        store.put(work);
        return () => true;
      }),
    );

  async function keep(work: Work): Promise<boolean> {
    setInPage(work);
    const kept = await put(work).catch(() => false);
    // Other tabs change only the device's store, so a stored work must not stay in memory.
    if (kept && inPage.get(work.id) === work) removeFromPage(work.id);
    note(work.id, work.classHashCode !== null);
    return kept;
  }

  /** Maps each work on the device by `pick`, one after the other, since videos are large; rejects when the store cannot be read. */
  function read<Picked>(pick: (work: Work) => Picked): Promise<readonly Picked[]> {
    return run('readonly', (store) => {
      const found: Picked[] = [];
      const request = store.openCursor();
      request.onsuccess = () => {
        const cursor = request.result;
        const work = readWork(cursor?.value);
        if (work) found.push(pick(work));
        cursor?.continue();
      };
      return () => found;
    });
  }

  return {
    read,

    /** Maps each work by `pick`, the oldest first; only this page's works when the device's store does not answer. */
    async select<Picked>(pick: (work: Work) => Picked): Promise<readonly Picked[]> {
      const dated = (work: Work) => ({ id: work.id, madeAt: work.madeAt, picked: pick(work) });
      const kept = (await read(dated).catch(() => [])).filter(({ id }) => !inPage.has(id));
      return [...kept, ...[...inPage.values()].map(dated)]
        .sort((one, other) => one.madeAt - other.madeAt)
        .map(({ picked }) => picked);
    },

    /** The current state of a work; undefined when it is gone. */
    async one(id: string): Promise<Work | undefined> {
      return (
        inPage.get(id) ??
        run('readonly', (store) => {
          const request: IDBRequest<unknown> = store.get(id);
          return () => readWork(request.result);
        })
      );
    },

    /** Stores a work in place of its older state. False when only this page holds it. */
    keep,

    /** Changes an existing work; false when the work is gone, for example by another tab. */
    async change(id: string, edit: (work: Work) => Work): Promise<boolean> {
      const pageWork = inPage.get(id);
      if (pageWork) return keep(edit(pageWork)).then(() => true);
      const edited: { work?: Work } = {};
      await run('readwrite', (store) => {
        const request: IDBRequest<unknown> = store.get(id);
        request.onsuccess = () => {
          const work = readWork(request.result);
          if (work) store.put((edited.work = edit(work)));
        };
        return () => undefined;
      }).catch((error: unknown) => {
        // The work exists but its new state does not fit.
        if (!edited.work) throw error;
        setInPage(edited.work);
      });
      if (edited.work) note(id, edited.work.classHashCode !== null);
      return edited.work !== undefined;
    },

    async remove(id: string): Promise<void> {
      removeFromPage(id);
      await run('readwrite', (store) => {
        store.delete(id);
        return () => undefined;
      }).catch(() => undefined);
      note(id, false);
    },

    /** Removes a work unless its stored state says that it waits for the wall. The caller's copy may be older. */
    async removeUnlessWaiting(id: string): Promise<void> {
      const pageWork = inPage.get(id);
      if (pageWork && isWaiting(pageWork)) return;
      removeFromPage(id);
      let waits = false;
      await run('readwrite', (store) => {
        const request: IDBRequest<unknown> = store.get(id);
        request.onsuccess = () => {
          const work = readWork(request.result);
          waits = work !== undefined && isWaiting(work);
          if (!waits) store.delete(id);
        };
        return () => undefined;
      }).catch(() => undefined);
      if (!waits) note(id, false);
    },
  };
}

export type WorkStore = ReturnType<typeof createWorkStore>;
