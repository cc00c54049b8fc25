import { preloadWaitingSheet } from '#web/student/ui/sending/waiting-chip.tsx';
import { readStored, session, writeStored } from '#web/shared/storage.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import { useQuiet } from '#web/student/platform/sounds/quiet.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { createDesk, type UnclaimedRecordings } from './desk.ts';
import { openMicrophone } from './microphone.ts';

/** A recorder for one child and one page while the page is shown. The microphone closes when the tab is hidden. */
export function useDesk({ hashCode, unit }: StudentContent, profileId: string) {
  const [desk] = useState(() =>
    createDesk({
      place: { profileId, contentHashCode: hashCode, lessonHashCode: unit.hashCode },
      store: outbox,
      openMicrophone,
      unclaimed,
    }),
  );
  const state = useSyncExternalStore(desk.subscribe, desk.getState);
  useQuiet(state.step === 'asking' || state.step === 'counting' || state.step === 'recording');

  useEffect(preloadWaitingSheet, []);
  useEffect(() => {
    void desk.open();
    const hide = () => document.hidden && desk.finish();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', desk.finish);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', desk.finish);
      desk.close();
    };
  }, [desk]);

  return { desk, state };
}

const key = 'spokenByNobody';

const stored = (): readonly unknown[] => {
  const found = readStored(session, key);
  return Array.isArray(found) ? found : [];
};

export const unclaimed: UnclaimedRecordings = {
  add: (id) => void writeStored(session, key, [...stored(), id]),
  has: (id) => stored().includes(id),
};
