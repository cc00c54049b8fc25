import '@fontsource-variable/fredoka/index.css';
import './theme/theme.css';
import './theme/controls.css';
import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useReloading } from '#web/shared/reload-once.ts';
import { words } from '#web/shared/i18n/words.ts';
import { studentClient } from './apollo/student-client.ts';
import { EntryGate } from './entry/entry-gate.tsx';
import { ReloadingPage } from './frame/reloading-page.tsx';
import { SoundKeeper } from './frame/sound-keeper.ts';
import { installLater } from './offline/install.ts';
import { callServicesLater } from './usage/site-services.ts';

/** The students' words; where the address is a student's, they are on their way since the start. */
export const loader = words('student');

/** The students' area: no shell, its own look, and the entry rule before every screen. */
export function Component() {
  useTopOfPage();
  useEffect(callServicesLater, []);
  useEffect(installLater, []);
  const reloading = useReloading();
  return (
    <ApolloProvider client={studentClient}>
      <div className="student">
        <SoundKeeper />
        {reloading ? <ReloadingPage /> : <EntryGate />}
      </div>
    </ApolloProvider>
  );
}

/** Every change of page starts at its top, for the eye and for the screen reader. */
function useTopOfPage(): void {
  const { pathname, search } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (!first.current) document.getElementById('page')?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname, search]);
}
