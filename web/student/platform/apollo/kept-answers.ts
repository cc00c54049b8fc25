import { isPreview } from '#web/student/platform/preview.ts';
import { withRoom } from '#web/student/platform/device/kept-units.ts';

/** The answers that make up a book's pages, for a network that is away; `perProfile`: who asks makes a difference. */
const keptOperations: Readonly<Record<string, { readonly perProfile: boolean }>> = {
  ClassPage: { perProfile: false },
  BookPage: { perProfile: false },
  UnitPage: { perProfile: false },
  ContentPage: { perProfile: false },
  PushAndListen: { perProfile: false },
  ContentDetails: { perProfile: true },
};

const cacheName = 'answers';
/** Answers that are kept at most; of more, the oldest go. */
const most = 400;

interface Asked {
  readonly operationName: string | undefined;
  readonly variables: object;
}

/** Browsers give a store to secure pages only; private ones may refuse it. */
const open = async (): Promise<Cache> => caches.open(cacheName);

/** The name under which an operation's answer is kept; undefined for one that is not. */
export function keptAs({ operationName = '', variables }: Asked, profileId: string | undefined): string | undefined {
  const kept = keptOperations[operationName];
  // What staff preview is for nobody else to see.
  if (kept === undefined || !('caches' in globalThis) || isPreview(window.location.search)) return undefined;
  const query = new URLSearchParams({ variables: JSON.stringify(variables) });
  if (kept.perProfile) query.set('profile', profileId ?? '');
  return `/kept/${operationName}?${query.toString()}`;
}

/** Keeps an answer in the place of an older one; where the device has no room, none is. */
export async function keepAnswer(name: string, data: unknown): Promise<void> {
  try {
    const cache = await open();
    await cache.delete(name);
    // `Response.json` came with Safari 17.
    await withRoom(() => cache.put(name, new Response(JSON.stringify(data))));
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  } catch {
    // The next answer may find room; until then pages need the network, as on any device without a store.
  }
}

/** The answer that was kept under a name. */
export async function answerKept(name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const found = await (await open()).match(name);
    return found && ((await found.json()) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}
