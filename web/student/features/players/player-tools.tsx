import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { TimeLine } from './time-line.tsx';
import { rates, type Track, type TrackState } from '#web/shared/players/track.ts';
import './player-tools.css';

interface PlayerToolsProps {
  readonly track: Track;
  readonly state: TrackState;
}

const rateWords = { 0.5: 'rate-50', 0.75: 'rate-75', 1: 'rate-100', 1.25: 'rate-125' } as const;

/** Seconds of one step back. */
const step = 5;

/** Play, step back, repeat a part, and speed. */
export function PlayerTools({ track, state }: PlayerToolsProps) {
  const { t } = useWords();
  const { phase, part, rate, time } = state;
  const playing = phase === 'playing';
  const partWords = part === null ? 'partFrom' : part.to === null ? 'partTo' : 'partEnd';
  return (
    <div className="player-tools">
      <TimeLine track={track} state={state} />
      <div className="player-buttons">
        <Tool
          icon={playing ? 'pause' : phase === 'ended' ? 'again' : 'play'}
          words={t(playing ? 'pause' : phase === 'ended' ? 'again' : 'play')}
          look="button-primary"
          speaks
          onTap={() => (playing ? track.pause() : track.play())}
        />
        <Tool icon="step-back" words={t('stepBack', { count: step })} onTap={() => track.goTo(time - step)} />
        <Tool
          icon={partWords === 'partEnd' ? 'close' : 'part'}
          words={t(partWords)}
          look={part === null ? '' : 'button-sun'}
          onTap={() => track.markPart()}
        />
      </div>
      <div className="player-buttons" role="group" aria-label={plain(t('howFast'))}>
        {rates.map((one) => (
          <button
            key={one}
            type="button"
            className="button button-small player-rate"
            aria-pressed={rate === one}
            onClick={() => track.setRate(one)}
          >
            <b aria-hidden>{one}×</b>
            <span>
              <Words text={t(rateWords[one])} />
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly words: string;
  readonly look?: string;
  /** A tap starts a sound, whose beginning the tap sound would cover. */
  readonly speaks?: boolean;
  readonly onTap: () => void;
}

function Tool({ icon, words, look = '', speaks, onTap }: ToolProps) {
  return (
    <button type="button" className={`button button-small ${look}`} data-speaks={speaks} onClick={onTap}>
      <Icon name={icon} size={34} />
      <span>
        <Words text={words} />
      </span>
    </button>
  );
}
