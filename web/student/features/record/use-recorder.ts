import { preloadUnsentSheet } from '#web/student/ui/sending/unsent-chip.tsx';
import { readStored, session, writeStored } from '#web/shared/storage.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import { useMute } from '#web/student/platform/sounds/mute.ts';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { createRecorder, type UnclaimedRecordings } from './recorder.ts';
import { openMicrophone } from './microphone.ts';

/** A recorder for one child and one page while the page is shown. The microphone closes when the tab is hidden. */
export function useRecorder({ hashCode, unit }: StudentContent, profileId: string) {
  const [recorder] = useState(() =>
    createRecorder({
      place: { profileId, contentHashCode: hashCode, lessonHashCode: unit.hashCode },
      store: outbox,
      openMicrophone,
      unclaimed,
    }),
  );
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const isRecording = state.step === 'asking' || state.step === 'counting' || state.step === 'recording';
  useMute(isRecording);
  useWorkInHand(isRecording);

  useEffect(preloadUnsentSheet, []);
  useEffect(() => {
    void recorder.open();
    const hide = () => document.hidden && recorder.finish();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', recorder.finish);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', recorder.finish);
      recorder.close();
    };
  }, [recorder]);

  return { recorder, state };
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
