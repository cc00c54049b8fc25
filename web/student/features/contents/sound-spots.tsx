import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import type { SoundItem } from './sound-list.tsx';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';

interface SoundSpotsProps {
  readonly items: readonly SoundItem[];
  readonly player: SoundPlayer;
  readonly state: PlayerState;
}

/** The spots on the page, which play a sound when tapped. */
export function SoundSpots({ items, player, state }: SoundSpotsProps) {
  const { t } = useWords();
  return items.map(
    ({ id, name, spot }) =>
      spot && (
        <button
          key={id}
          type="button"
          className="sound-spot"
          data-speaks
          style={{ '--x': spot.x, '--y': spot.y, '--w': spot.width, '--h': spot.height }}
          data-playing={state.playing === id || undefined}
          data-heard={state.heard.has(id) || undefined}
          aria-label={plain(t('listenTo', { name }))}
          onClick={() => player.play(id)}
        />
      ),
  );
}
