import { readStored, session, writeStored } from '#web/shared/storage.ts';
import type { WorkStore } from './work-store.ts';
import type { Kept } from './work.ts';

const key = 'spokenByNobody';

const ids = (): readonly unknown[] => {
  const found = readStored(session, key);
  return Array.isArray(found) ? found : [];
};

/** Notes a recording that is made in this tab before a profile is chosen. */
export function noteUnclaimed(id: string): void {
  if (!ids().includes(id)) writeStored(session, key, [...ids(), id]);
}

/** Whether the recording was made in this tab and belongs to no profile yet. */
export const isUnclaimedHere = (id: string): boolean => ids().includes(id);

/** Milliseconds after which no tab is expected to return to a recording that belongs to no profile. */
const abandonedAfter = 7 * 86_400_000;

/**
 * Whether a recording belongs to no profile and its tab is closed. Tabs do not know of each other, and a tablet restores
 * a tab after days, so that only the age tells. Until then the recording stays, and no other tab plays it.
 */
export const isAbandoned = ({ id, profileId, madeAt }: Kept): boolean =>
  profileId === '' && !isUnclaimedHere(id) && Date.now() - madeAt > abandonedAfter;

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
    // A recording that ended meanwhile waits for the next claim.
    writeStored(
      session,
      key,
      ids().filter((id) => !unclaimed.includes(id)),
    );
  });
  // The next claim runs although the store failed at this one.
  claiming = turn.catch(() => undefined);
  return turn;
}
