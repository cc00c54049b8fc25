import type { Storage } from './storage.ts';

// The maximum of remembered keys, enough for all work in progress.
const remembered = 10_000;

/**
 * Wraps a storage and refuses removals and quarantine while `allowed` returns false, except for files that this process
 * stored. A file that stays behind has no row, and a later sweep removes it.
 */
export function guardRemovals(storage: Storage, allowed: () => Promise<boolean>): Storage {
  const own = new Set<string>();
  const guarded =
    (removal: (key: string) => Promise<void>) =>
    async (key: string): Promise<void> => {
      if (own.has(key) || (await allowed())) await removal(key);
    };
  return {
    ...storage,
    async put(key, content) {
      const stored = await storage.put(key, content);
      own.add(key);
      for (const oldest of own) {
        if (own.size <= remembered) break;
        own.delete(oldest);
      }
      return stored;
    },
    remove: guarded(async (key) => {
      await storage.remove(key);
      own.delete(key);
    }),
    setAside: guarded((key) => storage.setAside(key)),
    removeSetAside: guarded((key) => storage.removeSetAside(key)),
    async sweepUnfinished(before) {
      if (await allowed()) await storage.sweepUnfinished(before);
    },
  };
}
