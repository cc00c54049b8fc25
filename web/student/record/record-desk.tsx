import { useEffect, useMemo } from 'react';
import { SlowButton } from '#web/student/contents/sound-tools.tsx';
import { useSoundPlayer } from '#web/student/contents/use-sound-player.ts';
import { plain } from '#web/student/text/furigana.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import { Words } from '#web/student/text/words.tsx';
import { DeskButton } from './desk-button.tsx';
import { DeskWords } from './desk-words.tsx';
import { HearButton } from './hear-button.tsx';
import { LevelMeter } from './level-meter.tsx';
import { MadePanel } from './made-panel.tsx';
import type { RecordPageProps } from './record-page.tsx';
import { SentPanel } from './sent-panel.tsx';
import { useDesk } from './use-desk.ts';
import { useSoundUrl } from './use-sound-url.ts';
import { useRecordWords } from './record-words.ts';
import './record.css';

/** The desk of whoever is speaking: another child finds another one. */
export function RecordDesk(props: RecordPageProps) {
  const profile = activeProfile(useStudent());
  return <DeskOf key={profile?.id} {...props} profileId={profile?.id ?? ''} />;
}

/** Hear the model, record, hear oneself, send. */
function DeskOf({ content, where, onSpoken, profileId }: RecordPageProps & { readonly profileId: string }) {
  const { t } = useRecordWords();
  const { desk, state } = useDesk(content, profileId);
  const { step } = state;
  const bytes = step === 'made' ? state.recording.bytes : undefined;
  const mine = useSoundUrl(bytes);
  const model = content.audio?.url ?? null;
  const sounds = useMemo(
    () => [
      ...(model === null ? [] : [{ id: 'model', url: model }]),
      ...(mine === null ? [] : [{ id: 'mine', url: mine, own: true }]),
    ],
    [model, mine],
  );
  const { player, state: heard, place } = useSoundPlayer(sounds);
  const isLive = step === 'asking' || step === 'counting' || step === 'recording';

  useEffect(() => {
    if (step === 'made') onSpoken();
  }, [step, onSpoken]);

  const start = () => {
    // Nothing is heard while the microphone is on.
    player.stop();
    void desk.start();
  };

  return (
    <section className="record-desk sheet" data-step={step} aria-label={plain(t('desk'))}>
      <DeskWords state={state} />
      {step === 'made' && <HearButton id="mine" player={player} state={heard} />}
      {!isLive && model !== null && (
        <div className="record-model">
          <HearButton id="model" player={player} state={heard} />
          <SlowButton player={player} state={heard} />
        </div>
      )}
      {heard.failed && (
        <p className="field-hint" role="alert">
          <span>
            <Words text={t('student.soundFailed')} />
          </span>
        </p>
      )}
      {step === 'recording' && <LevelMeter desk={desk} />}
      {step === 'made' && <MadePanel recording={state.recording} {...{ desk, content, where, start }} />}
      {step === 'sent' && <SentPanel content={content} where={where} onAgain={start} />}
      {step !== 'made' && step !== 'sent' && <DeskButton state={state} desk={desk} onStart={start} />}
      <div ref={place} hidden />
    </section>
  );
}
