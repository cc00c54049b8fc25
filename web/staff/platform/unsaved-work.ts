import { useEffect } from 'react';

let leaving = false;
const unsaved = new Set<symbol>();

/** Turns off the questions about unsaved work, for the app's own redirect (section 8). Drafts are kept instead. */
export function leaveWithoutAsking(): void {
  leaving = true;
}

export const mayAsk = (): boolean => !leaving;

/** Counts a part of the page as unsaved until the returned function is called. */
function markUnsaved(): () => void {
  const part = Symbol('part');
  unsaved.add(part);
  return () => unsaved.delete(part);
}

/** Counts this part of the page as unsaved while `isUnsaved`. `onChange` is called at each change and must be stable. */
export function useUnsaved(isUnsaved: boolean, onChange?: (isUnsaved: boolean) => void): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const forget = markUnsaved();
    onChange?.(true);
    return () => {
      forget();
      onChange?.(false);
    };
  }, [isUnsaved, onChange]);
}

export const hasUnsavedWork = (): boolean => unsaved.size > 0;
