import type { ApolloCache } from '@apollo/client';

/** One change of an order. */
interface OrderChange {
  /** Names what is ordered, such as a book's units. */
  readonly key: string;
  readonly cache: ApolloCache;
  /** All ids in their new order. */
  readonly ids: readonly string[];
  /** Shows an order: puts the cache's list into it. */
  readonly show: (cache: ApolloCache, ids: readonly string[]) => void;
  /** Has an order stored, and then shows it for good. */
  readonly send: (ids: readonly string[]) => Promise<void>;
}

interface Wanted {
  readonly ids: readonly string[];
  /** The cache's layer that shows it before it is stored. */
  readonly layer: string;
}

const wantedOf = new Map<string, Wanted>();
let layers = 0;

/**
 * Shows an order at once and has it stored; a refused one is rolled back, and the promise rejects. Orders of the same
 * thing are sent one after the other, since each answers to the version before it, and of those that wait only the last.
 * False when an order before it was still under way, whose promise speaks for both.
 */
export async function changeOrder({ key, cache, ids, show, send }: OrderChange): Promise<boolean> {
  const under = wantedOf.get(key);
  layers += 1;
  const wanted: Wanted = { ids, layer: `${key}:${layers}` };
  wantedOf.set(key, wanted);
  cache.batch({
    optimistic: wanted.layer,
    removeOptimistic: under?.layer,
    update: (layer) => show(layer, ids),
  });
  if (under !== undefined) return false;
  await sendLatest(wanted, { key, cache, send });
  return true;
}

async function sendLatest(first: Wanted, { key, cache, send }: Pick<OrderChange, 'key' | 'cache' | 'send'>) {
  const latest = () => wantedOf.get(key) ?? first;
  try {
    let sent: Wanted;
    do {
      sent = latest();
      await send(sent.ids);
    } while (latest() !== sent);
  } finally {
    cache.removeOptimistic(latest().layer);
    wantedOf.delete(key);
  }
}
