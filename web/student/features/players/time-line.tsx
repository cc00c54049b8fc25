import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import { clock } from '#web/shared/players/clock.ts';
import type { Track, TrackState } from '#web/shared/players/track.ts';

interface TimeLineProps {
  readonly track: Track;
  readonly state: TrackState;
}

/** The playback position and the repeated part; a tap seeks. */
export function TimeLine({ track, state: { time, duration, part } }: TimeLineProps) {
  const { t } = useWords();
  const share = (seconds: number) => `${(100 * Math.min(seconds, duration)) / duration}%`;
  return (
    <div className="time-line">
      <div className="time-line-bar">
        {part && duration > 0 && (
          <span
            className="time-line-part"
            data-open={part.to === null || undefined}
            style={{ '--from': share(part.from), '--to': share(part.to ?? part.from) }}
          />
        )}
        <input
          type="range"
          min={0}
          max={Math.ceil(duration)}
          step={1}
          value={Math.round(time)}
          disabled={duration === 0}
          aria-label={plain(t('timeLine'))}
          aria-valuetext={plain(t('timeOf', { time: clock(time), all: clock(duration) }))}
          onChange={({ currentTarget }) => track.goTo(Number(currentTarget.value))}
        />
      </div>
      <span className="time-line-clock" aria-hidden>
        {clock(time)} / {clock(duration)}
      </span>
    </div>
  );
}
