/** The style sheets that did not arrive. */
const failed = new Set<HTMLLinkElement>();

function noteFailure({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
}

/** Notes each style sheet that fails to load from now on. A second call changes nothing. */
export function watchStyles(): void {
  // The event does not bubble, but the window receives it in the capture phase.
  window.addEventListener('error', noteFailure, { capture: true });
}

/**
 * Loads the failed style sheets again. Vite asks for the style sheet of a late part only once, so code that arrives at the
 * second try would have no styles. Rejects when a style sheet fails again.
 */
export async function loadMissingStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(links.map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`A style sheet did not arrive: ${again.href}`)));
    link.replaceWith(again);
  });
}
