/** The keys that press a button. */
const presses = (event: KeyboardEvent): boolean => event.key === 'Enter' || event.key === ' ';

/**
 * Ignores the `keyup` and the repetitions of Enter and Space if their `keydown` hit another element. Blueprint's
 * buttons react to `keyup`, wherever the key went down (`useInteractiveAttributes`): the key that opens a dialog would
 * otherwise press the dialog's focused button on its release. Returns the function that stops this.
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
