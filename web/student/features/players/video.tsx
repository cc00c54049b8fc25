import { useState } from 'react';
import { useYoutubeSource } from '#web/shared/embeds/use-youtube-source.ts';
import { youtubeSandbox } from '#web/shared/embeds/youtube-frame.ts';
import type { PlayableType } from '#web/student/ui/art/content-type.tsx';
import { useMute } from '#web/student/platform/sounds/mute.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useHeard } from '#web/student/platform/usage/page-view-tracker.ts';
import { useFocusOnStep } from '#web/student/ui/controls/use-kept-focus.ts';
import { PlayerTools } from './player-tools.tsx';
import { StageCover } from './stage-cover.tsx';
import { StageProblem } from './stage-problem.tsx';
import { useTrack, useFinished } from '#web/shared/players/use-track.ts';
import { startYoutube } from '#web/shared/players/youtube-engine.ts';
import './stage.css';

interface VideoPlayerProps {
  /** A YouTube link in its stored form. */
  readonly link: string;
  readonly name: string;
  readonly type: Extract<PlayableType, 'MUSIC' | 'VIDEO'>;
  readonly onFinished: () => void;
}

/** A YouTube video. Nothing is requested from YouTube before the child's tap. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { t } = useWords();
  const [attempt, setAttempt] = useState(0);
  const next = () => setAttempt(attempt + 1);
  if (attempt > 0) return <Player key={attempt} {...props} onRetry={next} />;
  return (
    <div className="player">
      <div className="stage">
        <StageCover type={props.type} icon="play" words={t('play')} onTap={next} />
      </div>
    </div>
  );
}

function Player({ link, name, type, onFinished, onRetry }: VideoPlayerProps & { readonly onRetry: () => void }) {
  const { t } = useWords();
  const { ref, track, state } = useTrack(startYoutube);
  const source = useYoutubeSource(link);
  const { phase } = state;
  useFinished(phase, onFinished);
  useHeard(phase === 'ended');
  useMute(phase === 'waiting' || phase === 'playing');
  const failed = phase === 'blocked' || phase === 'broken';
  const covered = phase === 'paused' || phase === 'ended';
  const player = useFocusOnStep<HTMLDivElement>(`${failed} ${covered}`);
  return (
    <div ref={player} tabIndex={-1} className="player">
      {failed && <FilmProblem phase={phase} onRetry={onRetry} />}
      <div className="stage" hidden={failed}>
        <iframe
          ref={ref}
          title={plain(t('film', { name }))}
          src={source}
          sandbox={youtubeSandbox}
          allow="autoplay; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
          inert={covered}
        />
        {covered && (
          <StageCover
            type={type}
            icon={phase === 'ended' ? 'again' : 'play'}
            words={t(phase === 'ended' ? 'again' : 'goOn')}
            onTap={() => track?.play()}
          />
        )}
      </div>
      {phase === 'waiting' && (
        <p className="field-hint" role="status">
          <span>
            <Words text={t('filmWaiting')} />
          </span>
        </p>
      )}
      {track && !failed && <PlayerTools track={track} state={state} />}
    </div>
  );
}

interface FilmProblemProps {
  readonly phase: 'blocked' | 'broken';
  readonly onRetry: () => void;
}

function FilmProblem({ phase, onRetry }: FilmProblemProps) {
  const { t } = useWords();
  if (phase === 'broken') {
    return <StageProblem title={t('filmBrokenTitle')} text={t('filmBrokenText')} onRetry={onRetry} />;
  }
  if (!navigator.onLine) {
    return <StageProblem title={t('offlineTitle')} text={t('tryAgainSoon')} onRetry={onRetry} />;
  }
  const grownUp = t('filmBlockedGrownUp');
  return <StageProblem title={t('filmBlockedTitle')} text={t('filmBlockedText')} {...{ grownUp, onRetry }} />;
}
