import { useEffect, useRef } from 'react';

/** When the focused button disappears, browsers move the focus to the body. */
function focusIfLost(panel: HTMLElement | null): void {
  if (document.activeElement === document.body) panel?.focus({ preventScroll: true });
}

/** Moves the focus to the panel when the focused button disappears; `step` names the panel's content. */
export function useFocusOnStep<Panel extends HTMLElement>(step: string) {
  const panel = useRef<Panel>(null);
  useEffect(() => focusIfLost(panel.current), [step]);
  return panel;
}

/** As `useFocusOnStep`, for a panel that opens with its page: the focus does not move before a press in the panel. */
export function useFocusAfterPress<Panel extends HTMLElement>(step: string) {
  const panel = useRef<Panel>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const { current } = panel;
    const press = () => {
      isPressed.current = true;
    };
    // Keys and screen readers send a click, too.
    current?.addEventListener('click', press);
    return () => current?.removeEventListener('click', press);
  }, []);
  useEffect(() => {
    if (isPressed.current) focusIfLost(panel.current);
  }, [step]);
  return panel;
}
