import { readWork, type Work } from './work.ts';

const databaseName = 'manabook-recordings';
const storeName = 'recordings';

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The device’s store gave no answer'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
  return answered(request);
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

  const run = async <Value>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Value>) => {
    // A store that failed to open may open the next time.
    database ??= open().catch((error: unknown) => {
      database = undefined;
      throw error;
    });
    return answered(ask((await database).transaction(storeName, mode).objectStore(storeName)));
  };

  async function remove(id: string): Promise<void> {
    inPage.delete(id);
    await run('readwrite', (store) => store.delete(id)).catch(() => undefined);
    note(id, false);
  }

  /** Everything that is kept, the oldest first. */
  async function all(): Promise<readonly Work[]> {
    const stored: unknown[] = await run<unknown[]>('readonly', (store) => store.getAll()).catch(() => []);
    const kept = stored.map(readWork).filter((work) => work !== undefined);
    const byId = new Map([...kept.map((work) => [work.id, work] as const), ...inPage]);
    return [...byId.values()].sort((one, other) => one.madeAt - other.madeAt);
  }

  return {
    all,
    remove,

    /** Keeps a work, in the place of an older state of the same one. False when only the page holds it. */
    keep: async (work: Work): Promise<boolean> => {
      inPage.set(work.id, work);
      const kept = await run('readwrite', (store) => store.put(work)).then(
        () => true,
        () => false,
      );
      // What another tab does to it is seen in the device's store alone.
      if (kept && inPage.get(work.id) === work) inPage.delete(work.id);
      note(work.id, work.classHashCode !== null);
      return kept;
    },
  };
}

export type WorkStore = ReturnType<typeof createWorkStore>;
