/** Caches of units that were opened begin with it. */
export const prefix = 'unit ';
/** In it stands when a unit was opened last, in milliseconds since 1970, once all of it is there. */
export const marker = '/kept/at';

/** The cache of a unit that the device keeps, by its hash code. */
export const unitCache = (hashCode: string): Promise<Cache> => caches.open(prefix + hashCode);

/** 0 where it was never there as a whole. */
export async function keptAt(cache: Cache): Promise<number> {
  return Number((await (await cache.match(marker))?.text()) ?? 0);
}

/** Names of the units' caches, the one opened last first. */
export async function keptUnits(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: await keptAt(await caches.open(name)) })));
  return dated.sort((one, other) => other.at - one.at).map(({ name }) => name);
}
