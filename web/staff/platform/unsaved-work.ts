let leaving = false;
const dirtyForms = new Set<symbol>();

/** The app itself must leave the page (section 8's redirect): no form may hold it back; drafts are kept instead. */
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
