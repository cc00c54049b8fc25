import { useRef, useState } from 'react';
import { isCutShort, loadAgain } from '#web/shared/players/load-again.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './film.css';

interface FilmProps {
  readonly url: string;
  readonly poster?: string | undefined;
  readonly label: string;
  readonly className?: string;
}

type Phase = 'new' | 'playing' | 'paused' | 'ended' | 'failed';

const icons = { new: 'play', playing: 'pause', paused: 'play', ended: 'again', failed: 'again' } as const;

/** A child's video. A tap on the video or on its button plays and pauses it. */
export function Film({ url, poster, label, className }: FilmProps) {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<Phase>('new');
  const isPlaying = phase === 'playing';
  const words = { new: 'play', playing: 'pause', paused: 'goOn', ended: 'again', failed: 'tryAgain' } as const;
  const tap = () => {
    const film = video.current;
    if (!film) return;
    if (isPlaying) return film.pause();
    if (film.error) loadAgain(film);
    void film.play().catch((error: unknown) => {
      if (!isCutShort(error)) setPhase('failed');
    });
  };
  return (
    <>
      <video
        ref={video}
        className={className}
        playsInline
        preload="metadata"
        src={url}
        poster={poster}
        aria-label={label}
        onPlay={() => setPhase('playing')}
        // A failed film also fires `pause`.
        onPause={({ currentTarget }) => currentTarget.error ?? setPhase('paused')}
        onEnded={() => setPhase('ended')}
        // The first tap loads a film again that failed before.
        onError={() => setPhase((before) => (before === 'new' ? 'new' : 'failed'))}
      />
      <button
        type="button"
        className="film-tap"
        data-speaks
        data-playing={isPlaying || undefined}
        data-failed={phase === 'failed' || undefined}
        onClick={tap}
      >
        <span className="button button-primary">
          <Icon name={icons[phase]} size={44} />
          <span>
            <Words text={t(words[phase])} />
          </span>
        </span>
      </button>
      {phase === 'failed' && (
        <p className="field-hint film-failed" role="alert">
          <span>
            <Words text={t('filmFailed')} />
          </span>
        </p>
      )}
    </>
  );
}
