import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { claimRecordings } from './unclaimed.ts';
import { unsentWorks } from './unsent-works.ts';
import { workInMemory } from '#web/student/platform/work-in-hand.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { followUpload } from './follow-upload.ts';
import { postWork } from './post-work.ts';
import { createSender, type SendState } from './sender.ts';
import { createWorkStore } from './work-store.ts';
import { briefOf, isSent, type Work } from './work.ts';

const store = createWorkStore({ note: unsentWorks.note, claim: workInMemory.claim });

/** Sends works while any student page is open, whichever profile is active. */
export const sender = createSender({
  store,
  ownerOf: (profileId) => profileStore.getState().profiles.find(({ id }) => id === profileId),
  post: postWork,
  follow: followUpload,
  exclusively: async (name, act) => {
    // Without Web Locks (plain HTTP) two tabs may both send; the server accepts one.
    if (!('locks' in navigator)) return act().then(() => true);
    return navigator.locks.request(`send ${name}`, { ifAvailable: true }, async (lock) => {
      if (lock) await act();
      return lock !== null;
    });
  },
});

/** The works on this device that no wall has yet. A removed work is not sent. */
export const outbox = {
  select: <Picked>(pick: (work: Work) => Picked) => store.select(pick),
  keep: store.keep,
  change: (id: string, edit: (work: Work) => Work) => store.change(id, edit),
  remove: sender.forget,
  removeUnlessWaiting: (id: string) => store.removeUnlessWaiting(id),

  /** The number of works of a profile that wait to be sent. */
  async countOf(profileId: string): Promise<number> {
    const works = await store.select(briefOf);
    return works.filter((work) => isSent(work) && work.profileId === profileId).length;
  },

  /**
   * Moves the works of a profile to the profile that staff merged it into. Sends the works that were stopped because the
   * token of the merged profile had ended.
   */
  async handOver(fromId: string, intoId: string): Promise<void> {
    const own = (await store.select(briefOf)).filter(({ profileId }) => profileId === fromId);
    for (const { id } of own) {
      const given = (work: Work): Work => ({ ...work, profileId: intoId });
      await store.change(id, (work) => given(work.stuck === 'sendNotYourClass' ? { ...work, stuck: null } : work));
    }
    if (own.length > 0) sender.now();
  },

  /** Deletes the works of a profile that leaves this device. */
  async removeOf(profileId: string): Promise<void> {
    const own = (await store.select(briefOf)).filter((work) => work.profileId === profileId);
    await Promise.all(own.map(({ id }) => sender.forget(id)));
  },
};

/** The store of unsent works, which the recorder and the sender share. */
export type Outbox = Pick<typeof outbox, 'select' | 'keep' | 'remove'>;

export const useSendStates = (): ReadonlyMap<string, SendState> =>
  useSyncExternalStore(sender.subscribe, sender.getState);

/** The sending state of a work; undefined before the child sends it. */
export const useSendState = (id: string): SendState | undefined => useSendStates().get(id);

/** Calls `onGone` when a work that was being sent has been deleted, on this page or in another tab. */
export function useDeletion(state: SendState | undefined, onGone: () => void): void {
  const wasSent = useRef(false);
  const notify = useEffectEvent(onGone);
  useEffect(() => {
    if (wasSent.current && state === undefined) notify();
    wasSent.current = state !== undefined;
  }, [state]);
}

/** The first child who is chosen in this tab has made the recordings, whichever page that child opens next. */
function claimForActive(): void {
  const { info } = profileStore.getState();
  // After a failure of the store they wait for the next choice, or for a page to speak.
  if (info !== null) claimRecordings(store, info.id).catch(() => undefined);
}
claimForActive();
profileStore.subscribe(claimForActive);

// Loads the upload code now, before the network may fail.
void import('#web/shared/uploads/send-form.ts').catch(() => undefined);

window.addEventListener('online', sender.now);
document.addEventListener('visibilitychange', () => document.hidden || sender.now());
// A failure to read does not mean that the works are gone.
void store
  .read(briefOf)
  .then((works) => unsentWorks.noteAll(works.filter(isSent).map(({ id }) => id)))
  .catch(() => undefined)
  .then(sender.now);
