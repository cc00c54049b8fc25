import type { MouseEvent } from 'react';

/**
 * Lets a press on a form's own button leave the focus where it is. A field that is left shows what is wrong with it,
 * which moves the button from under the pointer before it is let go, and the press is lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
