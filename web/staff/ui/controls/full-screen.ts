import { useEffect, useSyncExternalStore } from 'react';

// True while the app's own button ends the full screen.
let endsByButton = false;

/**
 * Shows the page in full screen. Browsers allow this only while a press is handled. After a refusal, or without browser
 * support, the window stays as it is.
 */
export async function enterFullScreen(): Promise<void> {
  endsByButton = false;
  // Safari on a phone has no full screen, and Safari before 16.4 knows neither of these names.
  await document.documentElement.requestFullscreen?.().catch(() => undefined);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) {
    endsByButton = true;
    void document.exitFullscreen().catch(() => undefined);
  }
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

function isInFullScreen(): boolean {
  if (document.fullscreenElement) return true;
  return false;
}

/** Whether the page is in full screen, and whether the browser supports full screen. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, isInFullScreen);
  return { isFull, isPossible: 'requestFullscreen' in document.documentElement };
}

/** Calls `onEscape` when the reader ends the full screen. Browsers send no key event to the page for that Escape. */
export function useEscapeFromFullScreen(onEscape: () => void): void {
  useEffect(
    () =>
      subscribe(() => {
        if (document.fullscreenElement) return;
        if (!endsByButton) onEscape();
        endsByButton = false;
      }),
    [onEscape],
  );
}
