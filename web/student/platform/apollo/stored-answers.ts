import { isPreview } from '#web/student/platform/preview.ts';
import { withRoom } from '#web/student/platform/device/stored-units.ts';

/**
 * The operations of a book's pages, whose answers are stored for offline use. `perProfile`: the answer depends on the
 * caller.
 */
const storedOperations: Readonly<Record<string, { readonly perProfile: boolean }>> = {
  ClassPage: { perProfile: false },
  BookPage: { perProfile: false },
  UnitPage: { perProfile: false },
  ContentPage: { perProfile: false },
  PushAndListen: { perProfile: false },
  ContentDetails: { perProfile: true },
};

const cacheName = 'answers';
/** The maximum of stored answers; the oldest are deleted first. */
const most = 400;

interface Asked {
  readonly operationName: string | undefined;
  readonly variables: object;
}

/** Browsers offer Cache Storage to secure pages only, and private windows may refuse it. */
const open = async (): Promise<Cache> => caches.open(cacheName);

/** The key of an operation's stored answer; undefined for an operation that is not stored. */
export function storedKey({ operationName = '', variables }: Asked, profileId: string | undefined): string | undefined {
  const kept = storedOperations[operationName];
  // A preview of staff may show drafts, so it is not stored.
  if (kept === undefined || !('caches' in globalThis) || isPreview(window.location.search)) return undefined;
  const query = new URLSearchParams({ variables: JSON.stringify(variables) });
  if (kept.perProfile) query.set('profile', profileId ?? '');
  return `/kept/${operationName}?${query.toString()}`;
}

/** Stores an answer in place of an older one; does nothing when the device is full. */
export async function storeAnswer(name: string, data: unknown): Promise<void> {
  try {
    const cache = await open();
    await cache.delete(name);
    // `Response.json` came with Safari 17.
    await withRoom(() => cache.put(name, new Response(JSON.stringify(data))));
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  } catch {
    // A later answer may find room. Until then pages need the network, as on a device without a store.
  }
}

/** The stored answer of a key. */
export async function storedAnswer(name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const found = await (await open()).match(name);
    return found && ((await found.json()) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}
