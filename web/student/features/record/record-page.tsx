import type { RecordPageProps, RecorderPanelProps } from './recorder-panel.tsx';
import i18next from 'i18next';
import { useEffect, useState, type ComponentType } from 'react';
import { PageView } from '#web/student/features/players/page-view.tsx';
import { RetryButton } from '#web/student/ui/controls/retry-button.tsx';
import { SlowButton } from '#web/student/features/players/sound-tools.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './record-page.css';

/** The recorder, its texts and the MP3 encoder are loaded only on pages for speaking. */
async function load(): Promise<ComponentType<RecorderPanelProps>> {
  const [{ RecorderPanel }] = await Promise.all([
    import('./recorder-panel.tsx'),
    i18next.loadNamespaces(['record', 'sending']),
  ]);
  return RecorderPanel;
}

/** A page for speaking: its picture, and the recorder below or beside it. */
export function RecordPage(props: RecordPageProps) {
  const { t } = useWords();
  const [Panel, setPanel] = useState<ComponentType<RecorderPanelProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return undefined;
    let ignore = false;
    load().then(
      (panel) => ignore || setPanel(() => panel),
      () => ignore || setFailed(true),
    );
    return () => {
      ignore = true;
    };
  }, [failed]);
  return (
    <div className="record">
      <PageView content={props.content} />
      {Panel ? (
        <Panel {...props} ModelTools={SlowButton} />
      ) : (
        <div className="record-desk record-wait sheet" role={failed ? 'alert' : 'status'}>
          <p className="record-words">
            <Words text={failed ? t('tryAgainSoon') : t('wait')} />
          </p>
          {failed && <RetryButton onRetry={() => setFailed(false)} />}
        </div>
      )}
    </div>
  );
}
