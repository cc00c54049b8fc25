import type { Storage } from './storage.ts';

// Enough for everything under way at once.
const remembered = 10_000;

/**
 * The same storage, from which nothing goes while `allowed` says no: neither removed nor moved into the quarantine,
 * except what this process has stored itself. A file that stays behind for that is one without a row, and a later sweep
 * finds it.
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
