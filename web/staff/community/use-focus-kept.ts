import { useEffect, useRef, type RefObject } from 'react';
import { focusCard } from './use-post-keys.ts';

/** A card that was decided on goes with the focus that stood in it: the next one takes it. */
export function useFocusKept(root: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const held = useRef<{ readonly id: string | undefined; readonly ids: readonly string[] }>({ id: undefined, ids });
  useEffect(() => {
    const element = root.current;
    const note = (event: FocusEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-post]') : null;
      held.current = { ...held.current, id: card?.dataset['post'] };
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [root]);
  useEffect(() => {
    const { id, ids: before } = held.current;
    held.current = { id, ids };
    const gone = id !== undefined && before.includes(id) && !ids.includes(id);
    if (gone && document.activeElement === document.body) focusCard(root.current, before.indexOf(id));
  }, [root, ids]);
}
