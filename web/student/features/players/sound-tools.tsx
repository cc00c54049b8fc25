import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';

interface SoundToolsProps {
  readonly player: SoundPlayer;
  readonly state: PlayerState;
}

/** Buttons to play all sounds, and to play slowly. */
export function SoundTools({ player, state }: SoundToolsProps) {
  const { t } = useWords();
  const isOn = state.all || state.playing !== null;
  return (
    <>
      <button
        type="button"
        className="button button-small button-primary"
        data-speaks
        onClick={() => (isOn ? player.stop() : player.playAll())}
      >
        <Icon name={isOn ? 'stop' : 'play-all'} size={34} />
        <span>
          <Words text={isOn ? t('stop') : t('playAll')} />
        </span>
      </button>
      <SlowButton player={player} state={state} />
    </>
  );
}

/** The button for slow playback on this page. */
export function SlowButton({ player, state }: SoundToolsProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="button button-small slow-button"
      aria-pressed={state.slow}
      onClick={() => player.setSlow(!state.slow)}
    >
      <Icon name="slow" size={34} />
      <span>
        <Words text={t('slow')} />
      </span>
    </button>
  );
}
