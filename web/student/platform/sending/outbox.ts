import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { waitingWorks } from './waiting-works.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { followUpload } from './follow-upload.ts';
import { postWork } from './post-work.ts';
import { createSender, isUnderway, type SendState } from './sender.ts';
import { createWorkStore } from './work-store.ts';
import { briefOf, type Work } from './work.ts';

const store = createWorkStore({ note: waitingWorks.note });

/** Sends while any student page is open, whoever is at the device. */
export const sender = createSender({
  store,
  tokenOf: (profileId) => profileStore.getState().profiles.find(({ id }) => id === profileId)?.token,
  post: postWork,
  follow: followUpload,
  alone: async (name, act) => {
    // Without locks (a school's plain http) two tabs may both send; the server takes one.
    if (!('locks' in navigator)) return act().then(() => true);
    return navigator.locks.request(`send ${name}`, { ifAvailable: true }, async (lock) => {
      if (lock) await act();
      return lock !== null;
    });
  },
});

/** What was made on this device and no wall has yet. Taken away, a work is not sent any more. */
export const outbox = {
  select: <Picked>(pick: (work: Work) => Picked) => store.select(pick),
  keep: store.keep,
  remove: sender.forget,

  /** A profile leaves this device, and what it made with it. */
  async removeOf(profileId: string): Promise<void> {
    const own = (await store.select(briefOf)).filter((work) => work.profileId === profileId);
    await Promise.all(own.map(({ id }) => sender.forget(id)));
  },
};

/** Where what waits is kept; the desk and the sender look at the same. */
export type Outbox = Pick<typeof outbox, 'select' | 'keep' | 'remove'>;

export const useSendStates = (): ReadonlyMap<string, SendState> =>
  useSyncExternalStore(sender.subscribe, sender.getState);

/** How far a work is on its way; undefined while nobody has said to send it. */
export const useSendState = (id: string): SendState | undefined => useSendStates().get(id);

/** Tells a page of a work that was on its way and is gone: thrown away among those that wait, or by another tab. */
export function useThrownAway(state: SendState | undefined, onGone: () => void): void {
  const wasUnderway = useRef(false);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (wasUnderway.current && state === undefined) gone();
    wasUnderway.current = state !== undefined;
  }, [state]);
}

// The code that sends a file is there before the network may be gone.
void import('#web/shared/uploads/send-form.ts').catch(() => undefined);

window.addEventListener('online', sender.now);
document.addEventListener('visibilitychange', () => document.hidden || sender.now());
// What cannot be read now is not gone.
void store
  .read(briefOf)
  .then((works) => waitingWorks.noteAll(works.filter(isUnderway).map(({ id }) => id)))
  .catch(() => undefined)
  .then(sender.now);
