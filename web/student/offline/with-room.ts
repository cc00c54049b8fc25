import { keptUnits, prefix } from './units.ts';

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Does what needs room on the device. Where there is none, units that were kept go, those opened longest ago first, and
 * it is done again; a unit comes back when it is opened, what a child made does not. `but` is a unit that stays.
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

/** False when there is no unit to give up. */
async function giveUpOldest(but: string | undefined): Promise<boolean> {
  const others = (await keptUnits()).filter((name) => name !== `${prefix}${but ?? ''}`);
  const oldest = others.at(-1);
  return oldest !== undefined && caches.delete(oldest);
}
