import type { ApolloCache } from '@apollo/client';

/** One change of an order. */
interface OrderChange {
  /** The key of the ordered list, such as the units of one textbook. */
  readonly key: string;
  readonly cache: ApolloCache;
  /** All ids in their new order. */
  readonly ids: readonly string[];
  /** Puts the cache's list into the given order. */
  readonly show: (cache: ApolloCache, ids: readonly string[]) => void;
  /** Sends the order to the server and writes the stored order into the cache. */
  readonly send: (ids: readonly string[]) => Promise<void>;
}

interface Wanted {
  readonly ids: readonly string[];
  /** The optimistic layer of the cache that shows the order before the server has stored it. */
  readonly layer: string;
}

const wantedOf = new Map<string, Wanted>();
let layers = 0;

/**
 * Optimistic update: shows the order at once, then sends it. After a refusal the list rolls back and the promise
 * rejects. Orders of one list are sent one after the other, because each is based on the version before; only the last
 * waiting order is sent. Returns false if an earlier order is still in flight: that call then sends this order too.
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
