import { startTransition, useLayoutEffect, useRef, useState } from 'react';

const zooms = [1, 1.5, 2, 3] as const;

/** The distance of one move, as a share of the visible part. */
const stride = 0.4;

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The zoom of a page's picture; the centre stays in the centre. */
export function useZoom() {
  const stage = useRef<HTMLElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });
  const [index, setIndex] = useState(0);
  const zoom = zooms[index] ?? 1;

  const step = (by: 1 | -1) => {
    const { current } = stage;
    if (current) middle.current = middleOf(current);
    // The pressed button is drawn first, then the larger picture.
    startTransition(() => setIndex((now) => Math.min(Math.max(now + by, 0), zooms.length - 1)));
  };

  useLayoutEffect(() => {
    const { current } = stage;
    if (!current) return;
    const { x, y } = middle.current;
    current.scrollTo({
      left: x * current.scrollWidth - current.clientWidth / 2,
      top: y * current.scrollHeight - current.clientHeight / 2,
      behavior: 'instant',
    });
  }, [zoom]);

  const move = (direction: Direction) => {
    const { current } = stage;
    if (!current) return;
    const x = direction === 'left' ? -1 : direction === 'right' ? 1 : 0;
    const y = direction === 'up' ? -1 : direction === 'down' ? 1 : 0;
    current.scrollBy({ left: x * stride * current.clientWidth, top: y * stride * current.clientHeight });
  };

  return {
    stage,
    zoom,
    steps: {
      grow: index < zooms.length - 1 ? () => step(1) : undefined,
      shrink: index > 0 ? () => step(-1) : undefined,
    },
    move,
  };
}

const middleOf = (stage: HTMLElement) => ({
  x: (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
  y: (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
});
