import { useState, type ReactNode } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import type { Recorder } from './recorder.ts';
import { useSendState } from '#web/student/platform/sending/outbox.ts';
import { canResend } from '#web/student/platform/sending/send-problem.ts';
import { isReceived } from '#web/student/platform/sending/sender.ts';
import { isWaiting, type Recording } from '#web/student/platform/sending/work.ts';
import { useRecordWords } from './recorder-message.tsx';
import { PracticeOnly, SendPanel } from './send-panel.tsx';

interface DraftPanelProps {
  readonly recorder: Recorder;
  readonly recording: Recording;
  /** The code of the wall's class; undefined where the child can only practise. */
  readonly wall: string | undefined;
  readonly where: Where;
  readonly start: () => void;
  /** What the child can say about the recording before sending it. */
  readonly children?: ReactNode;
}

/** The actions for a recording: send, record again, delete. A recording that waits to be sent stays beside the next. */
export function DraftPanel({ recorder, recording, wall, where, start, children }: DraftPanelProps) {
  const { t } = useRecordWords();
  const [asks, setAsks] = useState(false);
  const state = useSendState(recording.id);
  const waits = state?.step === 'waiting' ? canResend(state.words) : state !== undefined || isWaiting(recording);
  const received = isReceived(recording, state);

  const others = (
    <div className="record-others">
      <button type="button" className="button" onClick={start}>
        <Icon name={waits ? 'microphone' : 'again'} size={34} />
        <span>
          <Words text={t(waits ? 'recordOneMore' : 'recordAgain')} />
        </span>
      </button>
      {!received && (
        <button type="button" className="button" onClick={() => setAsks(true)}>
          <Icon name="trash" size={34} />
          <span>
            <Words text={t('takeAway')} />
          </span>
        </button>
      )}
    </div>
  );
  return (
    <div className="record-made">
      {children}
      {wall === undefined ? (
        <PracticeOnly where={where}>{others}</PracticeOnly>
      ) : (
        <SendPanel {...{ recorder, recording }} classHashCode={wall}>
          {others}
        </SendPanel>
      )}
      {asks && !received && (
        <Sheet title={t('takeAwayTitle')} onClose={() => setAsks(false)}>
          <div className="record-others">
            <button type="button" className="button" onClick={() => setAsks(false)}>
              <Icon name="heart" size={34} />
              <Words text={t('keepIt')} />
            </button>
            <button type="button" className="button button-danger" onClick={() => void recorder.forget(recording)}>
              <Icon name="trash" size={34} />
              <Words text={t('takeAway')} />
            </button>
          </div>
        </Sheet>
      )}
    </div>
  );
}
