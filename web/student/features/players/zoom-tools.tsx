import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Direction } from './use-zoom.ts';

interface ZoomToolsProps {
  readonly steps: { readonly grow: (() => void) | undefined; readonly shrink: (() => void) | undefined };
}

/**
 * Zoom buttons, since small children may not manage a two-finger gesture. At the last step the button keeps the focus, so
 * that the arrow keys go on moving the page.
 */
export function ZoomTools({ steps }: ZoomToolsProps) {
  const { t } = useWords();
  return (
    <div className="zoom-tools" role="group" aria-label={plain(t('zoomTools'))}>
      <button type="button" className="button button-small" aria-disabled={!steps.shrink} onClick={steps.shrink}>
        <Icon name="zoom-out" size={34} />
        <span>
          <Words text={t('zoomOut')} />
        </span>
      </button>
      <button type="button" className="button button-small" aria-disabled={!steps.grow} onClick={steps.grow}>
        <Icon name="zoom-in" size={34} />
        <span>
          <Words text={t('zoomIn')} />
        </span>
      </button>
    </div>
  );
}

const directions: readonly Direction[] = ['left', 'up', 'down', 'right'];

/** Buttons to move an enlarged page, one at each edge. */
export function ZoomMoves({ move }: { readonly move: (direction: Direction) => void }) {
  const { t } = useWords();
  return directions.map((direction) => (
    <button
      key={direction}
      type="button"
      className={`button button-small zoom-move zoom-move-${direction}`}
      onClick={() => move(direction)}
    >
      <Icon name="next" size={28} />
      <span>
        <Words text={t(direction)} />
      </span>
    </button>
  ));
}
