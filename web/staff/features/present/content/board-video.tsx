import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useYoutubeSource } from '#web/shared/embeds/use-youtube-source.ts';
import { youtubeSandbox } from '#web/shared/embeds/youtube-frame.ts';
import { useTrack } from '#web/shared/players/use-track.ts';
import { startYoutube } from '#web/shared/players/youtube-engine.ts';
import { StageCover, StageProblem } from './stage-cover.tsx';
import { TimeLine, TrackTools } from './track-tools.tsx';
import './board-media.css';

interface BoardVideoProps {
  /** A YouTube link in its stored form. */
  readonly link: string;
  readonly name: string;
  /** Further tools. */
  readonly children?: ReactNode;
}

/** A YouTube video. Nothing is loaded from YouTube before the first press. */
export function BoardVideo(props: BoardVideoProps) {
  const { t } = useTranslation('present');
  const [attempt, setAttempt] = useState(0);
  const start = () => setAttempt(attempt + 1);
  if (attempt > 0) return <VideoFrame key={attempt} {...props} onRetry={start} />;
  return (
    <>
      <div className="board-stage">
        <div className="board-screen">
          <StageCover text={t('play')} onPress={start} />
        </div>
      </div>
      <div className="board-tools">{props.children}</div>
    </>
  );
}

function VideoFrame({ link, name, children, onRetry }: BoardVideoProps & { readonly onRetry: () => void }) {
  const { t } = useTranslation('present');
  const { ref, track, state } = useTrack(startYoutube);
  const source = useYoutubeSource(link);
  const { phase } = state;
  const isFailed = phase === 'blocked' || phase === 'broken';
  const isStopped = phase === 'paused' || phase === 'ended';
  return (
    <>
      <div className="board-stage">
        {isFailed && (
          <StageProblem
            title={t(phase === 'broken' ? 'videoGoneTitle' : 'videoBlockedTitle')}
            text={t(phase === 'broken' ? 'videoGoneText' : 'videoBlockedText')}
            onRetry={onRetry}
          />
        )}
        <div className="board-screen" hidden={isFailed}>
          <iframe
            ref={ref}
            title={t('videoOf', { name })}
            src={source}
            sandbox={youtubeSandbox}
            allow="autoplay; encrypted-media"
            referrerPolicy="strict-origin-when-cross-origin"
            // `inert` leaves the keys to the board. While the video waits to start, a press on the frame must work.
            inert={phase !== 'waiting'}
          />
          {isStopped && <StageCover text={t('play')} onPress={() => track?.play()} />}
        </div>
        {track && !isFailed && <TimeLine track={track} state={state} />}
      </div>
      <div className="board-tools" role="group" aria-label={t('tools')}>
        {track && !isFailed && <TrackTools track={track} state={state} />}
        {children}
      </div>
    </>
  );
}
