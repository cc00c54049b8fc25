import { useEffect, type RefObject } from 'react';

/** F8 goes to the newest toast, whose time then stands still; when it has gone, the focus is back where it was. */
export function useToastFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let cameFrom: Element | null = null;
    const goBack = () => {
      const back = cameFrom?.isConnected ? cameFrom : document.querySelector('main');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
    const onKey = (event: KeyboardEvent) => {
      const button = newestToast(root.current)?.querySelector('button');
      if (event.key !== 'F8' || !button) return;
      event.preventDefault();
      if (!root.current?.contains(document.activeElement)) cameFrom = document.activeElement;
      button.focus();
    };
    const onFocus = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Element && !root.current?.contains(event.relatedTarget)) {
        cameFrom = event.relatedTarget;
      }
    };
    // A toast that leaves with the focus in it takes the focus with it, without a word.
    const leaving = new MutationObserver((changes) => {
      const lost = changes.some(({ removedNodes }) => removedNodes.length > 0);
      if (lost && cameFrom !== null && document.activeElement === document.body) goBack();
    });
    const element = root.current;
    if (element) leaving.observe(element, { childList: true, subtree: true });
    document.addEventListener('keydown', onKey);
    element?.addEventListener('focusin', onFocus);
    return () => {
      leaving.disconnect();
      document.removeEventListener('keydown', onKey);
      element?.removeEventListener('focusin', onFocus);
    };
  }, [root]);
}

/** Errors stand apart from other toasts, so the newest is the one with the greatest id. */
function newestToast(root: HTMLElement | null): HTMLElement | undefined {
  const idOf = ({ dataset }: HTMLElement) => Number(dataset['toast']);
  return [...(root?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])].sort((a, b) => idOf(b) - idOf(a))[0];
}
