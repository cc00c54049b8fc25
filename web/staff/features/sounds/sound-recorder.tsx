import { Button } from '@blueprintjs/core';
import { Microphone, Stop } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { LevelMeter } from './level-meter.tsx';
import { useRecorder, type RecorderState } from './use-recorder.ts';
import './sounds.css';

const stepWords = {
  ready: 'recorderReady',
  asking: 'recorderAsking',
  refused: 'recorderRefused',
  'no-microphone': 'recorderNoMicrophone',
  unsupported: 'recorderUnsupported',
  recording: 'recorderRecording',
  making: 'recorderMaking',
  made: 'recorderMade',
  failed: 'recorderFailed',
} as const satisfies Record<RecorderState['step'], string>;

interface SoundRecorderProps {
  /** The file name of the recording, without the extension. */
  readonly fileName: string;
  /** The longest recording, in seconds; three minutes by default. */
  readonly seconds?: number;
  readonly onUse: (file: File) => void;
  readonly onCancel: () => void;
  /** Called with true when there is a recording that can be lost, else with false. Must be stable. */
  readonly onUnsaved?: (isUnsaved: boolean) => void;
}

/** Records a sound: asks for the microphone, shows the level, plays the result, and hands over a file. */
export function SoundRecorder({ fileName, seconds, onUse, onCancel, onUnsaved }: SoundRecorderProps) {
  const { t } = useTranslation(['sounds', 'common']);
  const { state, start, stop } = useRecorder(seconds);
  const { step } = state;
  useUnsaved(step === 'recording' || step === 'making' || step === 'made', onUnsaved);

  return (
    <div className="sound-recorder" role="group" aria-label={t('recordHere')} data-step={step}>
      <p role="status">{t(stepWords[step])}</p>
      {step === 'recording' && <LevelMeter stream={state.stream} since={state.since} />}
      {step === 'made' && <BlobSound sound={state.sound} label={t('recording')} />}
      <div className="sound-buttons">
        {step === 'recording' ? (
          <Button intent="danger" icon={<Stop />} text={t('stopRecording')} onClick={stop} />
        ) : (
          <Button
            intent={step === 'made' ? 'none' : 'primary'}
            icon={<Microphone />}
            text={t(step === 'made' ? 'recordAgain' : 'startRecording')}
            disabled={step === 'asking' || step === 'making' || step === 'unsupported'}
            onClick={start}
          />
        )}
        {step === 'made' && (
          <Button
            intent="primary"
            text={t('useRecording')}
            onClick={() => onUse(new File([state.sound], `${fileName}.wav`, { type: 'audio/wav' }))}
          />
        )}
        <Button variant="minimal" text={t('common.cancel')} onClick={onCancel} />
      </div>
    </div>
  );
}

/** Plays a sound of this device before it is uploaded. */
export function BlobSound({ sound, label }: { readonly sound: Blob; readonly label: string }) {
  const show = useCallback(
    (audio: HTMLAudioElement | null) => {
      if (audio === null) return undefined;
      const url = URL.createObjectURL(sound);
      audio.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [sound],
  );
  return <audio ref={show} controls aria-label={label} />;
}
