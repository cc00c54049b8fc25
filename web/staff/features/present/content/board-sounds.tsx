import { VolumeUp } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';
import type { SoundItem } from '#web/staff/features/present/presented.ts';

interface BoardSoundsProps {
  /** The content's name, shown if the content has no sounds. */
  readonly name: string;
  readonly sounds: readonly SoundItem[];
  readonly player: SoundPlayer;
  readonly state: PlayerState;
}

/** Sounds without a place on the page, as large buttons; without any, the name of the content. */
export function BoardSounds({ name, sounds, player, state }: BoardSoundsProps) {
  const { t } = useTranslation('present');
  if (sounds.length === 0) return <p className="board-name">{name}</p>;
  return (
    <ul className="board-sounds">
      {sounds.map((sound) => (
        <li key={sound.id}>
          <button
            type="button"
            className="board-sound"
            data-playing={state.playing === sound.id || undefined}
            aria-label={t('listenTo', { name: sound.name })}
            onClick={() => player.play(sound.id)}
          >
            <VolumeUp size={28} />
            <span>{sound.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
