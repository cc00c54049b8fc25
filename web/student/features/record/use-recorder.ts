import { preloadUnsentSheet } from '#web/student/ui/sending/unsent-chip.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMute } from '#web/student/platform/sounds/mute.ts';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { createRecorder, type RecorderPlace } from './recorder.ts';
import { openMicrophone, preloadTap } from './microphone.ts';

/** A recorder for one child and one place while it is shown. The microphone closes when the tab is hidden. */
export function useRecorder(place: RecorderPlace) {
  const [recorder] = useState(() => createRecorder({ place, store: outbox, openMicrophone }));
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const isRecording = state.step === 'asking' || state.step === 'counting' || state.step === 'recording';
  useMute(isRecording);
  useWorkInHand(isRecording);

  useEffect(preloadUnsentSheet, []);
  useEffect(preloadTap, []);
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
