import type { PushAndListenQuery } from '#web/student/features/contents/content-page.lazy.generated.ts';
import type { KeyboardEvent } from 'react';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords } from '#web/student/ui/text/words.tsx';
import type { PlayerState, SoundPlayer } from '#web/shared/players/sound-player.ts';

export type SoundItem = PushAndListenQuery['studentPushAndListen'][number];

interface SoundListProps {
  readonly items: readonly SoundItem[];
  readonly player: SoundPlayer;
  readonly state: PlayerState;
}

/** The sounds of the page by name; the up and down keys move the focus. */
export function SoundList({ items, player, state }: SoundListProps) {
  const { t } = useWords();
  return (
    <ul className="sounds" aria-label={plain(t('soundList'))}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="button sound"
            data-speaks
            aria-current={state.playing === id || undefined}
            aria-label={plain(t('listenTo', { name }))}
            onClick={() => player.play(id)}
            onKeyDown={goOn}
          >
            <Icon name="speaker" size={38} />
            <span className="sound-name">{name}</span>
            {state.heard.has(id) && <Hanamaru size={48} title={plain(t('contentDone'))} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function goOn(event: KeyboardEvent<HTMLButtonElement>): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(event.currentTarget);
  event.preventDefault();
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}
