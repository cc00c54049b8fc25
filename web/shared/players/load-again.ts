/**
 * Loads a sound or a film that failed anew, from where it was: an element with an error refuses every `play` (HTML, "media
 * elements", the dedicated media source failure steps).
 */
export function loadAgain(media: HTMLMediaElement): void {
  const at = media.currentTime;
  media.load();
  media.currentTime = at;
}

/** Whether `play` was refused because something else was to play, or the page was left: no failure. */
export const isCutShort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
