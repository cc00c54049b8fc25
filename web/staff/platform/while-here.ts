import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';

let shown = '';

/** The path of the screen that is shown now, for code that runs after its own screen is gone. */
export const shownPath = (): string => shown;

/** Notes the path of the screen that is shown. */
export function noteShownPath(path: string): void {
  shown = path;
}

/**
 * Calls `leadOn` after a request, unless the user has gone to another screen meanwhile. Works also when the component that
 * sent the request is gone, such as the header of a deleted row.
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
