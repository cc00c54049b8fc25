import { Icon } from '#web/student/art/icons.tsx';
import { plain } from '#web/student/text/furigana.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import type { Direction } from './use-zoom.ts';

interface ZoomToolsProps {
  readonly zoom: number;
  readonly steps: { readonly grow: (() => void) | undefined; readonly shrink: (() => void) | undefined };
  readonly move: (direction: Direction) => void;
}

const directions: readonly Direction[] = ['left', 'up', 'down', 'right'];

/** Bigger, smaller and, on a big page, the four ways to move it: nothing needs two fingers. */
export function ZoomTools({ zoom, steps, move }: ZoomToolsProps) {
  const { t } = useWords();
  return (
    <div className="zoom-tools" role="group" aria-label={plain(t('zoomTools'))}>
      <button type="button" className="button button-small" disabled={!steps.shrink} onClick={steps.shrink}>
        <Icon name="zoom-out" size={34} />
        <span>
          <Words text={t('zoomOut')} />
        </span>
      </button>
      <button type="button" className="button button-small" disabled={!steps.grow} onClick={steps.grow}>
        <Icon name="zoom-in" size={34} />
        <span>
          <Words text={t('zoomIn')} />
        </span>
      </button>
      {zoom > 1 && (
        <div className="zoom-moves">
          {directions.map((direction) => (
            <button key={direction} type="button" className="button button-small" onClick={() => move(direction)}>
              <Icon name="next" size={34} className={`zoom-arrow-${direction}`} />
              <span>
                <Words text={t(direction)} />
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
