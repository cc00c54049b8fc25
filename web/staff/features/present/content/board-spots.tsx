import { useTranslation } from 'react-i18next';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';
import type { SoundItem } from '#web/staff/features/present/presented.ts';

interface BoardSpotsProps {
  readonly spots: readonly SoundItem[];
  readonly player: SoundPlayer;
  readonly state: PlayerState;
  /** The spots that were uncovered; null when spots are not covered. */
  readonly shown: ReadonlySet<string> | null;
  readonly onShow: (id: string) => void;
}

/** The spots of the page: a press plays the sound. A covered one is uncovered first. */
export function BoardSpots({ spots, player, state, shown, onShow }: BoardSpotsProps) {
  const { t } = useTranslation('present');
  return spots.map(({ id, name, spot }, index) => {
    const isCovered = shown !== null && !shown.has(id);
    return (
      spot && (
        <button
          key={id}
          type="button"
          className="board-spot"
          style={{ '--x': spot.x, '--y': spot.y, '--w': spot.width, '--h': spot.height }}
          data-playing={state.playing === id || undefined}
          data-covered={isCovered || undefined}
          aria-label={isCovered ? t('uncover', { number: index + 1 }) : t('listenTo', { name })}
          onClick={() => (isCovered ? onShow(id) : player.play(id))}
        >
          {isCovered && <span aria-hidden>{index + 1}</span>}
        </button>
      )
    );
  });
}
