import { useRef, useState, type PointerEvent } from 'react';

/** A large dot that follows the mouse or a finger over the stage; presses go through it. */
export function usePointer() {
  const [isPointing, setPointing] = useState(false);
  const dot = useRef<HTMLDivElement>(null);
  // Moves the dot without rendering, since a mouse moves a hundred times a second.
  const follow = ({ clientX, clientY }: PointerEvent) => {
    dot.current?.style.setProperty('left', `${clientX}px`);
    dot.current?.style.setProperty('top', `${clientY}px`);
  };
  return {
    isPointing,
    dot,
    togglePointer: () => setPointing(!isPointing),
    /** The event handlers for the stage, over which the dot moves. */
    stage: isPointing ? { onPointerMove: follow, onPointerDown: follow } : {},
  };
}
