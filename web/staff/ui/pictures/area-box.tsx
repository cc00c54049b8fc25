import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { byKey, moved, resized, type Area, type Grip } from './area.ts';
import './area-box.css';

interface AreaBoxProps {
  readonly area: Area;
  readonly onChange: (area: Area) => void;
  /** The area's name: "Crop", or the name of a spot. */
  readonly label: string;
  /** The smallest width and height, in percent. */
  readonly minimum: number;
  readonly className?: string;
  readonly describedBy?: string;
}

interface Drag {
  readonly area: Area;
  readonly grip: Grip;
  readonly x: number;
  readonly y: number;
  /** The picture's size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels from an edge within which a press grips the edge, not the whole area. */
const reach = 18;

function gripOf(box: DOMRect, { clientX, clientY }: PointerEvent): Grip {
  const side = (at: number, length: number): -1 | 0 | 1 => {
    const near = Math.min(reach, length / 3);
    if (at < near) return -1;
    return at > length - near ? 1 : 0;
  };
  return { across: side(clientX - box.left, box.width), down: side(clientY - box.top, box.height) };
}

/** A rectangle on a picture, moved and resized by pointer and keys. A live region announces changes made by keys. */
export function AreaBox({ area, onChange, label, minimum, className = '', describedBy }: AreaBoxProps) {
  const { t } = useTranslation('forms');
  const drag = useRef<Drag>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const words = t('areaValues', { ...area });

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    const picture = event.currentTarget.parentElement?.getBoundingClientRect();
    if (event.button !== 0 || picture === undefined) return;
    const grip = gripOf(event.currentTarget.getBoundingClientRect(), event);
    drag.current = { area, grip, x: event.clientX, y: event.clientY, width: picture.width, height: picture.height };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  }

  function onPointerMove(event: PointerEvent): void {
    const { current } = drag;
    if (current === undefined) return;
    const by = {
      x: ((event.clientX - current.x) / current.width) * 100,
      y: ((event.clientY - current.y) / current.height) * 100,
    };
    const whole = current.grip.across === 0 && current.grip.down === 0;
    onChange(whole ? moved(current.area, by) : resized(current.area, { grip: current.grip, by, minimum }));
  }

  const letGo = () => {
    drag.current = undefined;
  };

  function onKeyDown(event: KeyboardEvent): void {
    const next = byKey(area, event, minimum);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    setAnnouncement(t('areaValues', { ...next }));
  }

  return (
    <>
      <button
        type="button"
        className={`area-box ${className}`}
        aria-label={`${label}: ${words}`}
        aria-describedby={describedBy}
        style={{
          left: `${area.x}%`,
          top: `${area.y}%`,
          width: `${area.width}%`,
          height: `${area.height}%`,
        }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={onKeyDown}
      >
        <span className="area-corner" data-at="left top" />
        <span className="area-corner" data-at="right top" />
        <span className="area-corner" data-at="left bottom" />
        <span className="area-corner" data-at="right bottom" />
      </button>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
