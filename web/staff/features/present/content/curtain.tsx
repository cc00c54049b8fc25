import { DragHandleHorizontal } from '@blueprintjs/icons';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface CurtainProps {
  /** Percent of the page that is shown above the curtain. */
  readonly edge: number;
  readonly onMove: (edge: number) => void;
}

/** Percent of one press of an arrow key. */
const step = 5;

const within = (edge: number): number => Math.min(100, Math.max(0, edge));

/** Covers the page below the curtain's edge. Users move the edge by finger, mouse or keys. */
export function Curtain({ edge, onMove }: CurtainProps) {
  const { t } = useTranslation('present');
  const curtain = useRef<HTMLDivElement>(null);

  function pull(event: PointerEvent): void {
    const page = curtain.current?.parentElement?.getBoundingClientRect();
    if (!page || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove(within(((event.clientY - page.top) / page.height) * 100));
  }

  function press(event: KeyboardEvent): void {
    const to = { ArrowDown: edge + step, ArrowUp: edge - step, Home: 0, End: 100 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(within(to));
  }

  return (
    <div ref={curtain} className="board-curtain" style={{ '--edge': edge }}>
      <div
        className="board-curtain-edge"
        role="slider"
        tabIndex={0}
        aria-label={t('curtainEdge')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(edge)}
        aria-valuetext={t('shownPercent', { percent: Math.round(edge) })}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={pull}
        onKeyDown={press}
      >
        <DragHandleHorizontal size={26} />
      </div>
    </div>
  );
}
