import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { useEffect, useMemo } from 'react';
import { SlowButton } from '#web/student/features/players/sound-tools.tsx';
import { useSoundPlayer } from '#web/shared/players/sound-player.ts';
import { useHeard } from '#web/student/platform/usage/page-view-tracker.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useSendState } from '#web/student/platform/sending/outbox.ts';
import { useFocusAfterPress } from '#web/student/ui/controls/use-kept-focus.ts';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { RecordButton } from './record-button.tsx';
import { RecorderMessage, useRecordWords } from './recorder-message.tsx';
import { PlayButton } from './play-button.tsx';
import { LevelMeter } from './level-meter.tsx';
import { DraftPanel } from './recording-panel.tsx';
import { SentPanel } from './sent-panel.tsx';
import { useRecorder } from './use-recorder.ts';
import './record.css';

export interface RecordPageProps {
  readonly content: StudentContent;
  readonly where: Where;
  /** Called when the child has made a recording. */
  readonly onSpoken: () => void;
}

/** The recorder of the active profile; another profile gets a new recorder. */
export function RecorderPanel(props: RecordPageProps) {
  const profile = activeProfile(useStudent());
  return <ProfileRecorder key={profile?.id} {...props} profileId={profile?.id ?? ''} />;
}

/** The steps: hear the model, record, listen, send. */
function ProfileRecorder({ content, where, onSpoken, profileId }: RecordPageProps & { readonly profileId: string }) {
  const { t } = useRecordWords();
  const { recorder, state } = useRecorder(content, profileId);
  const { step } = state;
  const made = step === 'made' ? state.recording : undefined;
  // While a recording is sent, the step stays the same and the buttons change.
  const sending = useSendState(made?.id ?? '')?.step ?? '';
  const desk = useFocusAfterPress<HTMLElement>(`${step} ${sending}`);
  const mine = useSoundUrl(made?.bytes);
  const model = content.audio?.url ?? null;
  const sounds = useMemo(
    () => [
      ...(model === null ? [] : [{ id: 'model', url: model }]),
      ...(mine === null ? [] : [{ id: 'mine', url: mine, own: true }]),
    ],
    [model, mine],
  );
  const { player, state: playback, place } = useSoundPlayer(sounds);
  useHeard(playback.heard.has('model'));
  const isLive = step === 'asking' || step === 'counting' || step === 'recording';

  useEffect(() => {
    if (step === 'made') onSpoken();
  }, [step, onSpoken]);

  const start = () => {
    // Playback stops before the microphone opens.
    player.stop();
    void recorder.start();
  };

  return (
    <section ref={desk} tabIndex={-1} className="record-desk sheet" data-step={step} aria-label={plain(t('desk'))}>
      <RecorderMessage state={state} />
      {step === 'made' && <PlayButton id="mine" player={player} state={playback} />}
      {!isLive && step !== 'sent' && model !== null && (
        <div className="record-model">
          <PlayButton id="model" player={player} state={playback} />
          <SlowButton player={player} state={playback} />
        </div>
      )}
      {playback.failed && <AlertHint text={t('student.soundFailed')} />}
      {step === 'recording' && <LevelMeter recorder={recorder} />}
      {made && <DraftPanel recording={made} {...{ recorder, content, where, start }} />}
      {step === 'sent' && <SentPanel content={content} where={where} onAgain={start} />}
      {step !== 'made' && step !== 'sent' && <RecordButton state={state} recorder={recorder} onStart={start} />}
      <div ref={place} hidden />
    </section>
  );
}

/** An object URL for a recording while the component is mounted; null without one. */
export function useSoundUrl(bytes: ArrayBuffer | undefined): string | null {
  const url = useMemo(() => (bytes ? URL.createObjectURL(new Blob([bytes], { type: 'audio/mpeg' })) : null), [bytes]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
