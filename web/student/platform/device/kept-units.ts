/** Caches of units that were opened begin with it. */
export const prefix = 'unit ';
/** In it stands when a unit was opened last, in milliseconds since 1970, once all of it is there. */
export const marker = '/kept/at';

/** The cache of a unit that the device keeps, by its hash code. */
export const unitCache = (hashCode: string): Promise<Cache> => caches.open(prefix + hashCode);

/** When the unit was opened last, in milliseconds since 1970; 0 if it is not completely stored. */
export async function keptAt(cache: Cache): Promise<number> {
  return Number((await (await cache.match(marker))?.text()) ?? 0);
}

/** Names of the units' caches, the one opened last first. */
export async function keptUnits(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: await keptAt(await caches.open(name)) })));
  return dated.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Runs something that needs storage on the device. If the device is full, it deletes the kept unit that was opened
 * longest ago and tries again: a unit can be fetched again, a child's work cannot. `but` names a unit that stays.
 */
export async function withRoom<Done>(act: () => Promise<Done>, but?: string): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    const given = isFull(error) && 'caches' in globalThis ? await giveUpOldest(but).catch(() => false) : false;
    if (!given) throw error;
    return withRoom(act, but);
  }
}

/** False when there is no unit left to delete. */
async function giveUpOldest(but: string | undefined): Promise<boolean> {
  const others = (await keptUnits()).filter((name) => name !== `${prefix}${but ?? ''}`);
  const oldest = others.at(-1);
  return oldest !== undefined && caches.delete(oldest);
}
