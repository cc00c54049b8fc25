import { useRef, useState } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './film.css';

interface FilmProps {
  readonly url: string;
  readonly poster?: string | undefined;
  readonly label: string;
  readonly className?: string;
}

type Phase = 'new' | 'playing' | 'paused' | 'ended';

/** A child's video. A tap on the video or on its button plays and pauses it. */
export function Film({ url, poster, label, className }: FilmProps) {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<Phase>('new');
  const isPlaying = phase === 'playing';
  const words = { new: 'play', playing: 'pause', paused: 'goOn', ended: 'again' } as const;
  const tap = () => {
    if (isPlaying) return video.current?.pause();
    // Rejects only when the child has left the page.
    void video.current?.play().catch(() => undefined);
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
        onPause={() => setPhase('paused')}
        onEnded={() => setPhase('ended')}
      />
      <button type="button" className="film-tap" data-speaks data-playing={isPlaying || undefined} onClick={tap}>
        <span className="button button-primary">
          <Icon name={isPlaying ? 'pause' : phase === 'ended' ? 'again' : 'play'} size={44} />
          <span>
            <Words text={t(words[phase])} />
          </span>
        </span>
      </button>
    </>
  );
}
