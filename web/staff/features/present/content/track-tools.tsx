import { Cross, Pause, Play, Repeat, StepBackward, Walk } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { clock } from '#web/shared/players/clock.ts';
import type { Track, TrackState } from '#web/shared/players/track.ts';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';

interface TrackProps {
  readonly track: Track;
  readonly state: TrackState;
}

/** Seconds of one step back. */
const back = 5;

/** The rate of the slow pace. */
const slowRate = 0.75;

/** The buttons for play and pause, a step back, the pace, and repeating a part. */
export function TrackTools({ track, state: { phase, part, rate, time } }: TrackProps) {
  const { t } = useTranslation('present');
  const isPlaying = phase === 'playing';
  const repeats = part === null ? 'partFrom' : part.to === null ? 'partTo' : 'partEnd';
  return (
    <>
      <BoardTool
        icon={isPlaying ? <Pause size={26} /> : <Play size={26} />}
        text={t(isPlaying ? 'pause' : 'play')}
        onClick={() => (isPlaying ? track.pause() : track.play())}
      />
      <BoardTool
        icon={<StepBackward size={26} />}
        text={t('stepBack', { count: back })}
        onClick={() => track.goTo(time - back)}
      />
      <BoardTool
        icon={<Walk size={26} />}
        text={t('slow')}
        pressed={rate !== 1}
        onClick={() => track.setRate(rate === 1 ? slowRate : 1)}
      />
      <BoardTool
        icon={repeats === 'partEnd' ? <Cross size={26} /> : <Repeat size={26} />}
        text={t(repeats)}
        onClick={() => track.markPart()}
      />
    </>
  );
}

/** The position, as a slider, with the repeated part. */
export function TimeLine({ track, state: { time, duration, part } }: TrackProps) {
  const { t } = useTranslation('present');
  const share = (seconds: number) => `${duration > 0 ? (100 * Math.min(seconds, duration)) / duration : 0}%`;
  return (
    <div className="board-time">
      <div>
        {part && (
          <span className="board-part" style={{ '--from': share(part.from), '--to': share(part.to ?? part.from) }} />
        )}
        <input
          type="range"
          min={0}
          max={Math.ceil(duration)}
          value={Math.round(time)}
          disabled={duration === 0}
          aria-label={t('position')}
          aria-valuetext={`${clock(time)} / ${clock(duration)}`}
          onChange={({ currentTarget }) => track.goTo(Number(currentTarget.value))}
        />
      </div>
      <span aria-hidden>{`${clock(time)} / ${clock(duration)}`}</span>
    </div>
  );
}
