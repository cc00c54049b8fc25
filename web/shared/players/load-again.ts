/**
 * Loads a failed sound or film again, at the same position. A media element with an error refuses every `play` (HTML, "media
 * elements", the dedicated media source failure steps).
 */
export function loadAgain(media: HTMLMediaElement): void {
  const at = media.currentTime;
  media.load();
  media.currentTime = at;
}

/** Whether two addresses are of one file: the signature in an address changes from day to day. */
export const isSameFile = (one: string, other: string): boolean => one.split('?')[0] === other.split('?')[0];

/** Whether `play` was refused because a pause, another sound or the end of the page came first. That is no failure. */
export const isCutShort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
