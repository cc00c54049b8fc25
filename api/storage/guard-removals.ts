import type { Storage } from './storage.ts';

/**
 * The same storage, from which nothing goes while `allowed` says no: neither removed nor moved into the quarantine. A
 * file that stays behind for that is one without a row, and a later sweep finds it.
 */
export function guardRemovals(storage: Storage, allowed: () => Promise<boolean>): Storage {
  const guarded =
    <Arguments extends unknown[]>(removal: (...given: Arguments) => Promise<void>) =>
    async (...given: Arguments): Promise<void> => {
      if (await allowed()) await removal(...given);
    };
  return {
    ...storage,
    remove: guarded((key: string) => storage.remove(key)),
    setAside: guarded((key: string) => storage.setAside(key)),
    removeSetAside: guarded((key: string) => storage.removeSetAside(key)),
    sweepUnfinished: guarded((before: Date) => storage.sweepUnfinished(before)),
  };
}
