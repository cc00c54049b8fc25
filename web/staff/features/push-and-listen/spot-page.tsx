import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaBox } from '#web/staff/ui/pictures/area-box.tsx';
import { drawn, type Area } from '#web/staff/ui/pictures/area.ts';
import type { PushAndListenItemsQuery, SoundItemFragment } from '#web/staff/operations.generated.ts';

/** The smallest spot, in percent of each side: a small finger must hit it. */
export const spotMinimum = 2;

interface SpotPageProps {
  readonly image: NonNullable<PushAndListenItemsQuery['content']['pageImage']>;
  readonly items: readonly SoundItemFragment[];
  /** The item whose spot is being drawn, with the drawn spot; undefined otherwise. */
  readonly editing: { readonly id: string; readonly name: string; readonly spot: Area | null } | undefined;
  readonly playing: string | undefined;
  readonly onDraw: (spot: Area) => void;
  readonly onPlay: (id: string) => void;
}

/** The printed page with its spots. A push plays the sound; while a spot is edited, a drag draws it. */
export function SpotPage({ image, items, editing, playing, onDraw, onPlay }: SpotPageProps) {
  const { t } = useTranslation('push-and-listen');
  const pen = useDrawing(editing !== undefined, onDraw);
  const page = useRef<HTMLDivElement>(null);
  const editedId = editing?.id;
  // In a long list of sounds, the page may be scrolled out of view.
  useEffect(() => {
    if (editedId !== undefined) page.current?.scrollIntoView({ block: 'nearest' });
  }, [editedId]);
  return (
    <div
      ref={page}
      className="spot-page"
      data-drawing={editing !== undefined || undefined}
      style={{ aspectRatio: `${image.width} / ${image.height}` }}
      {...pen}
    >
      <img src={image.url} alt={t('pageImage')} width={image.width} height={image.height} draggable={false} />
      {items.map(
        ({ id, name, spot }, index) =>
          spot !== null &&
          id !== editing?.id && (
            <button
              key={id}
              type="button"
              className="spot"
              data-playing={playing === id || undefined}
              disabled={editing !== undefined}
              // The visible number is part of the accessible name, for voice control.
              aria-label={`${index + 1} ${t('listenTo', { name })}`}
              style={{
                left: `${spot.x}%`,
                top: `${spot.y}%`,
                width: `${spot.width}%`,
                height: `${spot.height}%`,
              }}
              onClick={() => onPlay(id)}
            >
              <span>{index + 1}</span>
            </button>
          ),
      )}
      {editing?.spot && (
        <AreaBox
          area={editing.spot}
          onChange={onDraw}
          label={t('spotOf', { name: editing.name })}
          minimum={spotMinimum}
          className="spot-edited"
          describedBy="spot-hint"
        />
      )}
    </div>
  );
}

/** A drag over the page draws a new rectangle. */
function useDrawing(active: boolean, onDraw: (spot: Area) => void) {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const [busy, setBusy] = useState(false);
  const at = (event: PointerEvent<HTMLElement>) => {
    const page = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - page.left) / page.width) * 100,
      y: ((event.clientY - page.top) / page.height) * 100,
    };
  };
  const end = () => {
    from.current = undefined;
    setBusy(false);
  };
  if (!active) return {};
  return {
    'data-busy': busy || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      from.current = at(event);
      setBusy(true);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === undefined) return;
      const spot = drawn(from.current, at(event));
      if (spot.width >= spotMinimum && spot.height >= spotMinimum) onDraw(spot);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
