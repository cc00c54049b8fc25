import { readRecording, type Recording } from './recording.ts';

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

/**
 * The recordings that wait on this device until the wall has them, each with all that sending it needs. Where the
 * browser refuses its store (full, private), they live as long as the page.
 */
export function createRecordingStore() {
  const inPage = new Map<string, Recording>();
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
  }

  /** Everything that waits, the oldest first. */
  async function all(): Promise<readonly Recording[]> {
    const stored: unknown[] = await run<unknown[]>('readonly', (store) => store.getAll()).catch(() => []);
    const kept = stored.map(readRecording).filter((recording) => recording !== undefined);
    const byId = new Map([...kept.map((recording) => [recording.id, recording] as const), ...inPage]);
    return [...byId.values()].sort((one, other) => one.madeAt - other.madeAt);
  }

  return {
    all,
    remove,

    /** A profile leaves this device, and its voice with it. */
    async removeOf(profileId: string): Promise<void> {
      const own = (await all()).filter((recording) => recording.profileId === profileId);
      await Promise.all(own.map(({ id }) => remove(id)));
    },

    /** Keeps a recording, in the place of an older state of the same one. False when only the page holds it. */
    async keep(recording: Recording): Promise<boolean> {
      inPage.set(recording.id, recording);
      return run('readwrite', (store) => store.put(recording)).then(
        () => true,
        () => false,
      );
    },
  };
}

export type RecordingStore = ReturnType<typeof createRecordingStore>;

export const recordingStore = createRecordingStore();
