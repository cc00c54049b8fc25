import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StudentContent } from '#web/student/contents/content-detail.tsx';
import { useQuiet } from '#web/student/frame/quiet.ts';
import { outbox } from '#web/student/sending/outbox.ts';
import { createDesk } from './desk.ts';
import { openMicrophone } from './microphone.ts';
import { nobodys } from './nobodys.ts';

/** A desk for one child and one page, while the page is shown; the microphone ends as soon as the tab is hidden. */
export function useDesk({ hashCode, unit }: StudentContent, profileId: string) {
  const [desk] = useState(() =>
    createDesk({
      place: { profileId, contentHashCode: hashCode, lessonHashCode: unit.hashCode },
      store: outbox,
      openMicrophone,
      nobodys,
    }),
  );
  const state = useSyncExternalStore(desk.subscribe, desk.getState);
  useQuiet(state.step === 'asking' || state.step === 'counting' || state.step === 'recording');

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
