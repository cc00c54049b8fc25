import '@fontsource-variable/fredoka/index.css';
import './ui/theme/theme.css';
import './ui/theme/controls.css';
import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useReloading } from '#web/shared/reload-once.ts';
import { words } from '#web/shared/i18n/words.ts';
import { studentClient } from './platform/apollo/student-client.ts';
import { EntryGate } from './features/entry/entry-gate.tsx';
import { MessagePage } from './ui/frame/message-page.tsx';
import { ScreenProblem } from './ui/frame/screen-problem.tsx';
import { SleepingFox } from './ui/art/empty-states.tsx';
import { useWords } from './ui/text/words.tsx';
import { PageSounds } from './platform/sounds/page-sounds.ts';
import { installLater } from './platform/offline/offline.ts';
import { callServicesLater } from './platform/usage/site-services.ts';

/** The students' texts. For a student's address they have been loading since the start. */
export const loader = words('student');

/** The students' area: its own style, and the entry rule before every screen. */
export function Component() {
  useTopOfPage();
  useEffect(callServicesLater, []);
  useEffect(installLater, []);
  const reloading = useReloading();
  return (
    <Area>
      <PageSounds />
      {reloading ? <ReloadingPage /> : <EntryGate />}
    </Area>
  );
}

/** Shown when something beside a screen crashes, such as the entry rule. */
export function ErrorBoundary() {
  return (
    <Area>
      <ScreenProblem />
    </Area>
  );
}

function Area({ children }: { readonly children: ReactNode }) {
  return (
    <ApolloProvider client={studentClient}>
      <div className="student">{children}</div>
    </ApolloProvider>
  );
}

/** Moves scroll position and focus to the top on every change of page. */
function useTopOfPage(): void {
  const { pathname, search } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (!first.current) document.getElementById('page')?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname, search]);
}

/** Shown before the page reloads itself. */
function ReloadingPage() {
  const { t } = useWords();
  return <MessagePage picture={<SleepingFox />} title={t('reloadingTitle')} text={t('reloadingText')} />;
}
