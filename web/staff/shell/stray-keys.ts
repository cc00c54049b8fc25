/** The keys that press a button. */
const presses = (event: KeyboardEvent): boolean => event.key === 'Enter' || event.key === ' ';

/**
 * A key that opened a question is let go of when the focus is already on its harmless answer, and Blueprint's buttons are
 * pressed by a key's going up, wherever it went down (`useInteractiveAttributes`): the question would answer itself.
 * Keeps such a key, and its repetitions while it is held, from the page. Returns the way to stop.
 */
export function ignoreStrayKeys(target: Window = window): () => void {
  const wentDownAt = new Map<string, EventTarget | null>();
  const onDown = (event: KeyboardEvent) => {
    if (!event.repeat) wentDownAt.set(event.code, event.target);
    else if (presses(event) && wentDownAt.get(event.code) !== event.target) swallow(event);
  };
  const onUp = (event: KeyboardEvent) => {
    const isStray = wentDownAt.get(event.code) !== event.target;
    wentDownAt.delete(event.code);
    if (presses(event) && isStray) swallow(event);
  };
  target.addEventListener('keydown', onDown, true);
  target.addEventListener('keyup', onUp, true);
  return () => {
    target.removeEventListener('keydown', onDown, true);
    target.removeEventListener('keyup', onUp, true);
  };
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
