import { studentClient } from './student-client.ts';

/** An address of ours that is signed, and so ends. */
const isSigned = (address: string): boolean => /^\/(?:media|downloads)\/.*[?&]signature=/.test(pathOf(address));

const pathOf = (address: string): string =>
  address.startsWith(`${window.location.origin}/`) ? address.slice(window.location.origin.length) : '';

const askAgain = async (): Promise<unknown> => studentClient.refetchQueries({ include: 'active' });

/**
 * Asks the open page's queries again when one of its pictures, sounds or films does not load: its signed address may have
 * ended, and the answer has a new one. Once for each address, whatever the device's clock says. Returns what ends this.
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
    // Several that fail together are one question.
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => (asking = undefined));
  };
  // An element's `error` event does not bubble.
  document.addEventListener('error', onError, { capture: true, signal });
  // Without a network every address fails.
  window.addEventListener('online', () => renewed.clear(), { signal });
  return () => stops.abort();
}
