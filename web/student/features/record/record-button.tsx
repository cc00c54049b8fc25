import { recordingSeconds } from '#schema/rules/files.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import { useRecordWords } from './recorder-message.tsx';

interface RecordButtonProps {
  readonly state: RecorderState;
  readonly recorder: Recorder;
  readonly onStart: () => void;
}

/** The main button: record, cancel or stop, with a ring for the time used. */
export function RecordButton({ state, recorder, onStart }: RecordButtonProps) {
  const { t } = useRecordWords();
  const { step } = state;
  if (step === 'trouble' && state.trouble === 'unsupported') return null;
  const isRecording = step === 'recording';
  const isWaiting = step === 'asking' || step === 'counting';
  const label = t(isRecording ? 'stopRecording' : isWaiting ? 'cancel' : 'record');
  const canGoBack = (step === 'trouble' || step === 'too-short') && state.back;
  return (
    <div className="record-controls">
      <div className="record-ring" data-step={step}>
        {isRecording && <TimeRing seconds={state.seconds} />}
        <button
          type="button"
          className={`button record-button ${isWaiting ? '' : 'button-primary'}`}
          onClick={isRecording || isWaiting ? recorder.finish : onStart}
        >
          {step === 'counting' ? (
            <span className="record-count" key={state.left} aria-hidden>
              {state.left}
            </span>
          ) : (
            <Icon name={isRecording ? 'stop' : isWaiting ? 'close' : 'microphone'} size={isWaiting ? 44 : 64} />
          )}
          <span>
            <Words text={label} />
          </span>
        </button>
      </div>
      {canGoBack && (
        <button type="button" className="button" onClick={recorder.rest}>
          <Icon name="back" size={34} />
          <span>
            <Words text={t('backToRecording')} />
          </span>
        </button>
      )}
    </div>
  );
}

function TimeRing({ seconds }: { readonly seconds: number }) {
  const { t } = useRecordWords();
  const ring = { cx: 50, cy: 50, r: 46, fill: 'none', strokeWidth: 7, pathLength: recordingSeconds } as const;
  return (
    <svg
      className="record-time"
      viewBox="0 0 100 100"
      role="img"
      aria-label={t('time', { seconds, most: recordingSeconds })}
    >
      <circle {...ring} className="record-time-all" />
      <circle {...ring} className="record-time-used" strokeDasharray={`${seconds} ${recordingSeconds}`} />
    </svg>
  );
}
