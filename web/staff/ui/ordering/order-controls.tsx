import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, DragHandleVertical } from '@blueprintjs/icons';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '#web/staff/ui/forms/composing.ts';

interface OrderControlsProps {
  /** The row's name. */
  readonly name: string;
  /** The row's place, from 0. */
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onGrab: (handle: HTMLElement, pointer: PointerEvent) => void;
}

/** Three ways to move a row: hold and drag it, one place up or down, or type its place. */
export function OrderControls({ name, index, count, onMove, onGrab }: OrderControlsProps) {
  const { t } = useTranslation('lists');
  return (
    <div className="order-controls" role="group" aria-label={t('orderOf', { name })}>
      <span className="order-handle" aria-hidden="true" onPointerDown={(event) => onGrab(event.currentTarget, event)}>
        <DragHandleVertical />
      </span>
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronUp />}
        aria-label={t('moveUp', { name })}
        aria-disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <PositionField name={name} index={index} count={count} onMove={onMove} />
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronDown />}
        aria-label={t('moveDown', { name })}
        aria-disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
    </div>
  );
}

function PositionField({ name, index, count, onMove }: Omit<OrderControlsProps, 'onGrab'>) {
  const { t } = useTranslation('lists');
  const [typed, setTyped] = useState<string>();

  function move(): void {
    setTyped(undefined);
    // Numbers of a Japanese keyboard are often full-width.
    const wanted = Number((typed ?? '').normalize('NFKC').trim() || Number.NaN);
    if (Number.isFinite(wanted)) onMove(Math.min(count, Math.max(1, Math.round(wanted))) - 1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) move();
    if (event.key === 'Escape') setTyped(undefined);
  }

  return (
    <input
      className="order-position"
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('positionOf', { name, count })}
      value={typed ?? String(index + 1)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={move}
      onKeyDown={onKeyDown}
    />
  );
}
