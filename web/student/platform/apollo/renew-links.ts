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
