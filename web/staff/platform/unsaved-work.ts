let leaving = false;
const dirtyForms = new Set<symbol>();

/** Turns off the questions about unsaved work, for the app's own redirect (section 8). Drafts are kept instead. */
export function leaveWithoutAsking(): void {
  leaving = true;
}

export const mayAsk = (): boolean => !leaving;

/** Counts a form as unsaved until the returned function is called. */
export function markUnsaved(): () => void {
  const form = Symbol('form');
  dirtyForms.add(form);
  return () => dirtyForms.delete(form);
}

export const hasUnsavedWork = (): boolean => dirtyForms.size > 0;
