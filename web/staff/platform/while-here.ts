import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';

let shown = '';

/** The path of the screen that is shown now, also for code whose own screen has gone. */
export const shownPath = (): string => shown;

/** Notes the path of the screen that is shown. */
export function noteShownPath(path: string): void {
  shown = path;
}

/**
 * Leads on after a request, unless the user has gone to another screen meanwhile. It works also after the part of the
 * screen that sent the request has gone, as the header of a deleted row has.
 */
export function useWhileHere(): (leadOn: () => void) => void {
  const { pathname } = useLocation();
  return useCallback(
    (leadOn) => {
      if (shown === pathname) leadOn();
    },
    [pathname],
  );
}
