/** The prefix of the names of units' caches. */
export const prefix = 'unit ';
/**
 * The entry with the time of the last visit, in milliseconds since 1970. It exists only after the whole unit is stored.
 */
export const marker = '/kept/at';

/** The cache of an opened unit, by its hash code. */
export const unitCache = (hashCode: string): Promise<Cache> => caches.open(prefix + hashCode);

/** The time of the unit's last visit in milliseconds since 1970; 0 if the unit is not completely stored. */
export async function storedAt(cache: Cache): Promise<number> {
  return Number((await (await cache.match(marker))?.text()) ?? 0);
}

/** The names of the units' caches, the last visited first. */
export async function storedUnits(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: await storedAt(await caches.open(name)) })));
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

/** Deletes the unit that was visited longest ago; false when there is none. */
async function giveUpOldest(but: string | undefined): Promise<boolean> {
  const others = (await storedUnits()).filter((name) => name !== `${prefix}${but ?? ''}`);
  const oldest = others.at(-1);
  return oldest !== undefined && caches.delete(oldest);
}
