import { IDBFactory } from 'fake-indexeddb';

const connections = new Set<IDBDatabase>();

/** A device's store that notes its connections. */
class NotingFactory extends IDBFactory {
  override open(...asked: Parameters<IDBFactory['open']>): IDBOpenDBRequest {
    const opening = super.open(...asked);
    opening.addEventListener('success', () => connections.add(opening.result));
    return opening;
  }
}

/** Gives the page an empty store. The modules that opened the one before learn that the browser closed it. */
export function renewDeviceStore(): void {
  globalThis.indexedDB = new NotingFactory();
  for (const connection of connections) connection.onclose?.(new Event('close'));
  connections.clear();
}
