import { withRoom } from '#web/student/platform/device/kept-units.ts';
import { readWork, type Work } from './work.ts';

const databaseName = 'manabook-recordings';
const storeName = 'recordings';

/** Resolves when a transaction is on the device for good: one that succeeded may still find no room at its end. */
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
  /** Told of each work whether it is on its way to a wall. */
  readonly note?: (id: string, waits: boolean) => void;
}

/**
 * What was made on this device until the wall has it, each with all that sending it needs. Where the browser refuses its
 * store (full, private), works live as long as the page.
 */
export function createWorkStore({ note = () => undefined }: WorkStoreParts = {}) {
  const inPage = new Map<string, Work>();
  let database: Promise<IDBDatabase> | undefined;
  // A store that failed to open, or was closed by the browser, may open the next time.
  const closed = () => (database = undefined);

  /** Starts requests and resolves, when they are on the device, with what they found. */
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

  /** Stores a work; what is kept for lessons without a network makes room for it. */
  const put = (work: Work): Promise<boolean> =>
    withRoom(() =>
      run('readwrite', (store) => {
        store.put(work);
        return () => true;
      }),
    );

  async function keep(work: Work): Promise<boolean> {
    inPage.set(work.id, work);
    const kept = await put(work).catch(() => false);
    // What another tab does to it is seen in the device's store alone.
    if (kept && inPage.get(work.id) === work) inPage.delete(work.id);
    note(work.id, work.classHashCode !== null);
    return kept;
  }

  /** What `pick` takes of each work on the device, one after the other, as films are large; rejects when it cannot be read. */
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

    /** What `pick` takes of each work, the oldest first; where the device's store does not answer, of those of this page. */
    async select<Picked>(pick: (work: Work) => Picked): Promise<readonly Picked[]> {
      const dated = (work: Work) => ({ id: work.id, madeAt: work.madeAt, picked: pick(work) });
      const kept = (await read(dated).catch(() => [])).filter(({ id }) => !inPage.has(id));
      return [...kept, ...[...inPage.values()].map(dated)]
        .sort((one, other) => one.madeAt - other.madeAt)
        .map(({ picked }) => picked);
    },

    /** A work as it is now; undefined when it has gone. */
    async one(id: string): Promise<Work | undefined> {
      return (
        inPage.get(id) ??
        run('readonly', (store) => {
          const request: IDBRequest<unknown> = store.get(id);
          return () => readWork(request.result);
        })
      );
    },

    /** Keeps a work, in the place of an older state of the same one. False when only the page holds it. */
    keep,

    /** Changes a work that is still there; false when it has gone, from another tab perhaps, and stays so. */
    async change(id: string, edit: (work: Work) => Work): Promise<boolean> {
      const held = inPage.get(id);
      if (held) return keep(edit(held)).then(() => true);
      const edited: { work?: Work } = {};
      await run('readwrite', (store) => {
        const request: IDBRequest<unknown> = store.get(id);
        request.onsuccess = () => {
          const work = readWork(request.result);
          if (work) store.put((edited.work = edit(work)));
        };
        return () => undefined;
      }).catch((error: unknown) => {
        // It is there, and there is no room for what it has become.
        if (!edited.work) throw error;
        inPage.set(id, edited.work);
      });
      if (edited.work) note(id, edited.work.classHashCode !== null);
      return edited.work !== undefined;
    },

    async remove(id: string): Promise<void> {
      inPage.delete(id);
      await run('readwrite', (store) => {
        store.delete(id);
        return () => undefined;
      }).catch(() => undefined);
      note(id, false);
    },
  };
}

export type WorkStore = ReturnType<typeof createWorkStore>;
