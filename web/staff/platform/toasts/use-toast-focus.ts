import { useEffect, type RefObject } from 'react';

/** F8 focuses the newest toast, whose timer then pauses. When that toast closes, the focus returns to its old place. */
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
    // Removing a toast that holds the focus fires no focus event, so an observer watches for removed nodes.
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

/** The two live regions order errors and other toasts separately, so the newest toast is found by the greatest id. */
function newestToast(root: HTMLElement | null): HTMLElement | undefined {
  const idOf = ({ dataset }: HTMLElement) => Number(dataset['toast']);
  return [...(root?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])].sort((a, b) => idOf(b) - idOf(a))[0];
}
