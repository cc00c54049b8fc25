import { Icon } from '#web/student/ui/art/icons.tsx';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { useRecordWords } from './recorder-message.tsx';

interface PlayButtonProps {
  readonly id: 'model' | 'mine';
  readonly player: SoundPlayer;
  readonly state: PlayerState;
}

/** Plays the model sound or the child's own recording from the start. */
export function PlayButton({ id, player, state }: PlayButtonProps) {
  const { t } = useRecordWords();
  const isOn = state.playing === id;
  return (
    <button
      type="button"
      className={`button record-hear record-hear-${id}`}
      data-speaks
      data-playing={isOn || undefined}
      onClick={() => (isOn ? player.stop() : player.play(id))}
    >
      <Icon name={isOn ? 'stop' : id === 'mine' ? 'headphones' : 'speaker'} size={38} />
      <span>
        <Words text={isOn ? t('student.stop') : t(id === 'mine' ? 'hearMine' : 'hearModel')} />
      </span>
    </button>
  );
}
