import { Music } from '@blueprintjs/icons';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { startAudio } from '#web/shared/players/audio-engine.ts';
import type { EngineReport } from '#web/shared/players/track.ts';
import { useTrack } from '#web/shared/players/use-track.ts';
import type { PresentedContent } from '#web/staff/features/present/presented.ts';
import { TimeLine, TrackTools } from './track-tools.tsx';
import './board-page.css';
import './board-media.css';

interface BoardSongProps {
  readonly url: string;
  readonly name: string;
  readonly pageImage: PresentedContent['pageImage'];
}

/** A song that the school keeps, with its page. */
export function BoardSong({ url, name, pageImage }: BoardSongProps) {
  const { t } = useTranslation('present');
  const start = useCallback(
    (place: HTMLDivElement, report: (heard: EngineReport) => void) => startAudio(place, url, report),
    [url],
  );
  const { ref, track, state } = useTrack(start);
  return (
    <>
      <div className="board-stage">
        {pageImage ? (
          <div className="board-room">
            <div className="board-paper" style={{ '--ratio': pageImage.width / pageImage.height }}>
              <img src={pageImage.url} alt={t('imageOf', { name })} draggable={false} />
            </div>
          </div>
        ) : (
          <div className="board-room">
            <Music className="board-song" size={160} />
          </div>
        )}
        {track && <TimeLine track={track} state={state} />}
        <div ref={ref} hidden />
      </div>
      <div className="board-tools" role="group" aria-label={t('tools')}>
        {track && <TrackTools track={track} state={state} />}
        {state.phase === 'broken' && (
          <p className="board-note" role="alert">
            {t('soundFailed')}
          </p>
        )}
      </div>
    </>
  );
}
