import type { StudentContent } from '#web/student/features/players/page-view.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import { useSoundPlayer, type PlayerState, type SoundPlayer } from '#web/shared/players/sound-player.ts';
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
import type { Recorder, RecorderState } from './recorder.ts';
import { useClassOf } from './send-panel.tsx';
import { useRecorder } from './use-recorder.ts';
import './record.css';

export interface RecordPageProps {
  readonly content: StudentContent;
  readonly where: Where;
  /** Called when the child has made a recording. */
  readonly onSpoken: () => void;
}

export interface RecorderPanelProps extends RecordPageProps {
  readonly ModelTools: RecorderDeskProps['ModelTools'];
}

/** The recorder of the active profile; another profile gets a new recorder. */
export function RecorderPanel(props: RecorderPanelProps) {
  const profile = activeProfile(useStudent());
  return <ProfileRecorder key={profile?.id} {...props} profileId={profile?.id ?? ''} />;
}

function ProfileRecorder({
  content,
  where,
  onSpoken,
  ModelTools,
  profileId,
}: RecorderPanelProps & { readonly profileId: string }) {
  const { hashCode, unit, audio } = content;
  const { recorder, state } = useRecorder({ profileId, contentHashCode: hashCode, lessonHashCode: unit.hashCode });
  const wall = useClassOf(content, where);
  const isMade = state.step === 'made';
  useEffect(() => {
    if (isMade) onSpoken();
  }, [isMade, onSpoken]);
  return (
    <RecorderDesk className="sheet" model={audio?.url ?? null} {...{ recorder, state, wall, where, ModelTools }} />
  );
}

interface RecorderDeskProps {
  readonly recorder: Recorder;
  readonly state: RecorderState;
  /** The address of the model sound. */
  readonly model?: string | null;
  /** Further tools for the model. Passed in, since a wall has no model and loads no code of a content's page. */
  readonly ModelTools?: ComponentType<{ readonly player: SoundPlayer; readonly state: PlayerState }>;
  /** The code of the wall's class; undefined where the child can only practise. */
  readonly wall: string | undefined;
  readonly where: Where;
  readonly className?: string;
  /** What the child can say about a recording before sending it. */
  readonly children?: ReactNode;
}

/** The steps: hear the model, record, listen, send. */
export function RecorderDesk(props: RecorderDeskProps) {
  const { recorder, state, model = null, ModelTools, wall, where, className = '', children } = props;
  const { t } = useRecordWords();
  const { step } = state;
  const made = step === 'made' ? state.recording : undefined;
  // While a recording is sent, the step stays the same and the buttons change.
  const sending = useSendState(made?.id ?? '')?.step ?? '';
  const desk = useFocusAfterPress<HTMLElement>(`${step} ${sending}`);
  const mine = useSoundUrl(made?.bytes);
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

  const start = () => {
    // Playback stops before the microphone opens.
    player.stop();
    void recorder.start();
  };

  return (
    <section
      ref={desk}
      tabIndex={-1}
      className={`record-desk ${className}`}
      data-step={step}
      aria-label={plain(t('desk'))}
    >
      <RecorderMessage state={state} />
      {step === 'made' && <PlayButton id="mine" player={player} state={playback} />}
      {!isLive && step !== 'sent' && model !== null && (
        <div className="record-model">
          <PlayButton id="model" player={player} state={playback} />
          {ModelTools && <ModelTools player={player} state={playback} />}
        </div>
      )}
      {playback.failed && <AlertHint text={t('student.soundFailed')} />}
      {step === 'recording' && <LevelMeter recorder={recorder} />}
      {made && (
        <DraftPanel recording={made} {...{ recorder, wall, where, start }}>
          {children}
        </DraftPanel>
      )}
      {step === 'sent' && <SentPanel wall={wall} onAgain={start} />}
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
