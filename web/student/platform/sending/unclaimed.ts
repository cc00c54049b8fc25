import { readStored, session, writeStored } from '#web/shared/storage.ts';
import type { WorkStore } from './work-store.ts';

const key = 'spokenByNobody';

const ids = (): readonly unknown[] => {
  const found = readStored(session, key);
  return Array.isArray(found) ? found : [];
};

/** Notes a recording that was made in this tab before a profile was chosen. */
export const noteUnclaimed = (id: string): void => void writeStored(session, key, [...ids(), id]);

let claiming = Promise.resolve();

/**
 * Assigns the recordings that were made in this tab before a profile was chosen, on every page, to the profile. Claims
 * run one after the other, so that only the first child gets the recordings.
 */
export function claimRecordings(store: Pick<WorkStore, 'select' | 'keep'>, profileId: string): Promise<void> {
  const turn = claiming.then(async () => {
    const unclaimed = ids();
    if (unclaimed.length === 0) return;
    const found = await store.select((work) => (work.kind === 'record' && unclaimed.includes(work.id) ? [work] : []));
    for (const recording of found.flat()) if (recording.profileId === '') await store.keep({ ...recording, profileId });
    writeStored(session, key, []);
  });
  // The next claim runs although the store failed at this one.
  claiming = turn.catch(() => undefined);
  return turn;
}
