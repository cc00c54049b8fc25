import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { useWords } from '#web/student/text/words.tsx';
import { MessagePage } from './message-page.tsx';

/** What a child sees before the page loads anew by itself. */
export function ReloadingPage() {
  const { t } = useWords();
  return <MessagePage picture={<SleepingFox />} title={t('reloadingTitle')} text={t('reloadingText')} />;
}
