import { useMemo } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { useHeard } from '#web/student/platform/usage/page-view-tracker.ts';
import { SlowButton } from './sound-tools.tsx';
import { useSoundPlayer } from '#web/shared/players/sound-player.ts';

const id = 'model';

/** The model sound of a page. */
export function ModelSound({ url }: { readonly url: string }) {
  const { t } = useWords();
  const { player, state, place } = useSoundPlayer(useMemo(() => [{ id, url }], [url]));
  useHeard(state.heard.size > 0);
  const isOn = state.playing !== null;
  return (
    <>
      <button
        type="button"
        className="button button-small button-primary"
        data-speaks
        onClick={() => (isOn ? player.stop() : player.play(id))}
      >
        <Icon name={isOn ? 'stop' : 'speaker'} size={34} />
        <span>
          <Words text={isOn ? t('stop') : t('listen')} />
        </span>
      </button>
      <SlowButton player={player} state={state} />
      <div ref={place} hidden />
    </>
  );
}
