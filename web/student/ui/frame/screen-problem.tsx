import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { reportError } from '#web/shared/telemetry/report.ts';
import { isReloadHarmful } from '#web/student/platform/work-in-hand.ts';
import { OfflineCloud } from '#web/student/ui/art/empty-states.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { RetryButton } from '#web/student/ui/controls/retry-button.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { MessagePage } from './message-page.tsx';

const reload = () => window.location.reload();

/** Shown in place of a screen that crashed or whose code did not arrive. Only a new page loads that code again. */
export function ScreenProblem() {
  const { t } = useWords();
  const error = useRouteError();
  const [words] = useState<'broken' | 'offline'>(() => (navigator.onLine ? 'broken' : 'offline'));
  useEffect(() => {
    console.error(error);
    reportError(error);
  }, [error]);
  useEffect(() => {
    if (words !== 'offline') return undefined;
    const comeBack = () => isReloadHarmful() || reload();
    window.addEventListener('online', comeBack);
    return () => window.removeEventListener('online', comeBack);
  }, [words]);
  return (
    <MessagePage picture={<OfflineCloud />} title={t(`${words}Title`)} text={t(`${words}Text`)}>
      <RetryButton onRetry={reload} />
      {/* No link of the app: a new page starts without what went wrong. */}
      <a className="button" href={paths.profiles()}>
        <Icon name="home" size={32} />
        <span>
          <Words text={t('goHome')} />
        </span>
      </a>
    </MessagePage>
  );
}
