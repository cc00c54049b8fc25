import { onReturn } from '#web/shared/on-return.ts';
import { studentClient } from './student-client.ts';

/** An address of ours that is signed, and so ends. */
const isSigned = (address: string): boolean => /^\/(?:media|downloads)\/.*[?&]signature=/.test(pathOf(address));

const pathOf = (address: string): string =>
  address.startsWith(`${window.location.origin}/`) ? address.slice(window.location.origin.length) : '';

const askAgain = async (): Promise<unknown> => studentClient.refetchQueries({ include: 'active' });

/**
 * Refetches the open page's queries when a picture, sound or video does not load: its signed address may have expired,
 * and the response has a new address. Each address is renewed once, whatever the device's clock. Returns a function
 * that stops the renewal.
 */
export function renewLinks(ask: () => Promise<unknown> = askAgain): () => void {
  const renewed = new Set<string>();
  const stops = new AbortController();
  const { signal } = stops;
  let asking: Promise<unknown> | undefined;

  const onError = ({ target }: Event) => {
    const isMedia = target instanceof HTMLImageElement || target instanceof HTMLMediaElement;
    if (!isMedia || !isSigned(target.src) || renewed.has(target.src)) return;
    renewed.add(target.src);
    // Single flight: several failures at once share one refetch.
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => (asking = undefined));
  };
  // An element's `error` event does not bubble.
  document.addEventListener('error', onError, { capture: true, signal });
  // Offline every address fails, so each address gets another try when the network returns.
  window.addEventListener('online', () => renewed.clear(), { signal });
  return () => stops.abort();
}

/** A state that holds while a sound, a video or the microphone is on. */
interface Playing {
  readonly isClaimed: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Refetches the open page's queries when the child returns to the page after a long time, and when the network returns.
 * Waits for the end of what is `playing`: signed addresses change once a day, and a player starts a changed address from
 * the beginning. A failure changes nothing on the page. Returns a function that stops this.
 */
export function refreshOnReturn(playing: Playing, ask: () => Promise<unknown> = askAgain): () => void {
  const stops = new AbortController();
  const { signal } = stops;
  let isDue = false;

  const refresh = () => {
    if (!isDue || playing.isClaimed() || document.hidden) return;
    isDue = false;
    ask().catch(() => undefined);
  };
  const request = () => {
    isDue = true;
    refresh();
  };
  const ends = [onReturn(request), playing.subscribe(refresh)];
  // What ended while the page was hidden.
  document.addEventListener('visibilitychange', refresh, { signal });
  window.addEventListener('online', request, { signal });
  return () => {
    stops.abort();
    for (const end of ends) end();
  };
}
