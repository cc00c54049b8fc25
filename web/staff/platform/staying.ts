import { stayOnPage } from '#web/shared/reload-once.ts';

let stay = (): void => undefined;
let stays = new Promise<void>((resolve) => (stay = resolve));

/** Resolves when the user stays on a page that was about to reload. */
export const whenStaying = (): Promise<void> => stays;

/** Reports that the user answered the browser's question about unsaved work by staying. */
export function staying(): void {
  stayOnPage();
  stay();
  stays = new Promise((resolve) => (stay = resolve));
}
