import { useCallback, useState } from 'react';
import { ContentTypePicture } from '#web/student/ui/art/content-type.tsx';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import { startAudio } from '#web/shared/players/audio-engine.ts';
import { useHeard } from '#web/student/platform/usage/page-view-tracker.ts';
import { PlayerTools } from './player-tools.tsx';
import type { EngineReport } from '#web/shared/players/track.ts';
import { isSameFile } from '#web/shared/players/load-again.ts';
import { useTrack, useFinished } from '#web/shared/players/use-track.ts';
import './stage.css';

interface SongProps {
  readonly url: string;
  readonly onFinished: () => void;
}

/** A song that is stored by us. */
export function Song({ url, onFinished }: SongProps) {
  const { t } = useWords();
  const [held, hold] = useState(url);
  const start = useCallback(
    (place: HTMLDivElement, report: (heard: EngineReport) => void) => startAudio(place, held, report),
    [held],
  );
  const { ref, track, state } = useTrack(start);
  // A refetch renews the signature in the address, and a new address would start the song from the beginning.
  if (url !== held && (state.phase === 'broken' || !isSameFile(url, held))) hold(url);
  useFinished(state.phase, onFinished);
  useHeard(state.phase === 'ended');
  return (
    <div className="player">
      <div className="stage-song" data-playing={state.phase === 'playing' || undefined}>
        <ContentTypePicture type="MUSIC" size={150} />
      </div>
      {state.phase === 'broken' && <AlertHint text={t('soundFailed')} />}
      {track && <PlayerTools track={track} state={state} />}
      <div ref={ref} hidden />
    </div>
  );
}
